//! Does a value keep to a schema? Only for what the schema of records is made of: a key that is not known here is an error of
//! the test.

use serde_json::Value;

/// The place of the first value that does not keep to the schema, and why; nothing if all do.
pub fn wrong(value: &Value, whole: &Value) -> Option<String> {
    within(value, whole, whole, "")
}

fn within(value: &Value, schema: &Value, whole: &Value, place: &str) -> Option<String> {
    let keys = schema.as_object().expect("a schema");
    let at = |step: &str| format!("{place}.{step}");
    let keeps = |to: &Value| within(value, to, whole, place).is_none();
    keys.iter().find_map(|(key, rule)| {
        let says = |problem: String| Some(format!("{place}: {problem}"));
        match key.as_str() {
            "$schema" | "$defs" | "title" | "description" => None,
            "$ref" => {
                let name = rule.as_str().and_then(|name| name.strip_prefix("#/"));
                let name = name.expect("a place in the schema").replace('/', ".");
                let mut target = whole;
                for step in name.split('.') {
                    target = &target[step];
                }
                within(value, target, whole, place)
            }
            "type" => {
                let is = match rule.as_str().expect("a type") {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "null" => value.is_null(),
                    "number" => value.is_number(),
                    "integer" => value.is_u64() || value.is_i64(),
                    other => panic!("type {other}"),
                };
                (!is).then(|| says(format!("found {value}; accepted: {rule}")))?
            }
            "const" => (value != rule).then(|| says(format!("found {value}; accepted: {rule}")))?,
            "enum" => {
                let is = rule.as_array().expect("a list").contains(value);
                (!is).then(|| says(format!("found {value}; accepted: {rule}")))?
            }
            "minimum" => {
                let is_less = value
                    .as_f64()
                    .zip(rule.as_f64())
                    .is_some_and(|(a, b)| a < b);
                is_less.then(|| says(format!("found {value}; accepted: from {rule}")))?
            }
            "minItems" | "maxItems" => {
                let number = value.as_array().map_or(0, Vec::len) as u64;
                let bound = rule.as_u64().expect("a number");
                let is = if key == "minItems" {
                    number >= bound
                } else {
                    number <= bound
                };
                (!is).then(|| says(format!("found {number} items; accepted: {bound}")))?
            }
            "required" => {
                let lacks = rule.as_array().expect("a list").iter().find(|key| {
                    let key = key.as_str().expect("a key");
                    value.is_object() && value.get(key).is_none()
                });
                lacks.and_then(|key| says(format!("key {key} is missing")))
            }
            "properties" => {
                let mut rules = rule.as_object().expect("properties").iter();
                rules.find_map(|(key, rule)| within(value.get(key)?, rule, whole, &at(key)))
            }
            "additionalProperties" => {
                let mut all = value.as_object().into_iter().flatten();
                all.find_map(|(key, value)| within(value, rule, whole, &at(key)))
            }
            "items" => {
                let mut all = value.as_array().into_iter().flatten().enumerate();
                all.find_map(|(step, value)| within(value, rule, whole, &at(&step.to_string())))
            }
            "prefixItems" => {
                let rules = rule.as_array().expect("a list").iter();
                let values = value.as_array().into_iter().flatten();
                let mut both = rules.zip(values).enumerate();
                both.find_map(|(step, (rule, value))| {
                    within(value, rule, whole, &at(&step.to_string()))
                })
            }
            "anyOf" => {
                let any = rule.as_array().expect("a list").iter().any(keeps);
                (!any).then(|| says(format!("found {value}; accepted: one of {rule}")))?
            }
            "oneOf" => {
                let number = rule
                    .as_array()
                    .expect("a list")
                    .iter()
                    .filter(|to| keeps(to))
                    .count();
                (number != 1).then(|| says(format!("found {value}; accepted: one of {rule}")))?
            }
            other => panic!("a key of schemas that is not known here: {other}"),
        }
    })
}
