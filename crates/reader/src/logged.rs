//! Draws as games log them: names or numbers on lines, in a column of separated values or under a key of JSON objects,
//! those of several players apart from each other.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;

use serde_json::Value;

use super::looks::{Field, is_drawer, is_drawn, is_time, scalar, scalars};
use super::moments::{Timed, moment, order};
use super::recording::{Key, Separator};
use super::{Facts, Outside, Source, SourceError};
use deck::batch::Batch;
use deck::subject::{Draws, MOST_SYMBOLS};
use text::found::token;
use text::names::{self, grouped};

/// Bytes of a JSON document, at the most: it is read as a whole.
const LONGEST: u64 = 1 << 30;

/// Symbols that messages list.
const LISTED: usize = 12;

/// The places of draws and of those who draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawPlan {
    /// The place of the draws.
    pub field: Field,
    /// The column or key of the player, whose draws are a stream of their own.
    pub by: Option<String>,
    /// The names of the symbols in the order of their weights; `None`: all that come.
    pub names: Option<Vec<String>>,
    /// The separator of values, if it is given.
    pub separator: Option<Separator>,
}

/// Draws that were read: of each player in the order in which they came.
#[derive(Debug, Clone)]
pub struct Logged {
    name: String,
    names: Vec<String>,
    streams: Vec<Vec<u16>>,
    plan: DrawPlan,
    /// The column or key of times, if there is one, and what became of it.
    timed: Option<(String, Timed)>,
    /// The column or key that seems to say whose draw it is, where nobody asked for it.
    drawer: Option<String>,
    /// Whole numbers between the others that never came.
    absent: Vec<u64>,
}

/// The repeats of draws: symbols that came right after themselves.
#[derive(Debug, Clone, Copy, Default)]
pub struct Repeats {
    /// Repeats that there are.
    pub seen: u64,
    /// Their mean in a random order of the same draws.
    pub mean: f64,
    /// Their variance.
    pub variance: f64,
}

/// Draws while they are read.
struct Taken<'a> {
    name: &'a str,
    plan: &'a DrawPlan,
    symbols: HashMap<String, u16>,
    names: Vec<String>,
    players: HashMap<String, usize>,
    streams: Vec<Vec<u16>>,
    /// The column or key of times, if there is one.
    clock: Option<String>,
    /// The times of all draws, where each so far has one.
    times: Vec<Vec<f64>>,
    /// The column or key that seems to say whose draw it is, where nobody asked for it.
    drawer: Option<String>,
}

impl Taken<'_> {
    fn wrong(&self, line: u64, problem: String) -> SourceError {
        SourceError::Deck {
            name: self.name.to_owned(),
            place: format!("line {line}"),
            problem,
        }
    }

    /// Takes a draw.
    fn take(
        &mut self,
        line: u64,
        symbol: &str,
        player: Option<&str>,
        time: Option<f64>,
    ) -> Result<(), SourceError> {
        let symbol = symbol.trim();
        let known = self.symbols.get(symbol).copied();
        let at = match known {
            Some(at) => at,
            None => self.new_symbol(line, symbol)?,
        };
        let player = player.unwrap_or_default();
        let stream = if let Some(stream) = self.players.get(player) {
            *stream
        } else {
            self.players.insert(player.to_owned(), self.streams.len());
            self.streams.push(Vec::new());
            self.times.push(Vec::new());
            self.streams.len() - 1
        };
        self.streams[stream].push(at);
        self.times[stream].extend(time);
        Ok(())
    }

    /// The place of a symbol that comes for the first time as it is written.
    fn new_symbol(&mut self, line: u64, symbol: &str) -> Result<u16, SourceError> {
        if let Some(names) = &self.plan.names {
            // Names may differ by capitals alone: then they are taken as they are written.
            let same = |name: &String| name.trim() == symbol;
            let alike = |name: &String| name.trim().eq_ignore_ascii_case(symbol);
            let as_written = names.iter().position(same);
            let mut found = (0..names.len()).filter(|at| alike(&names[*at]));
            let by_letters = found.next().filter(|_| found.next().is_none());
            let Some(at) = as_written.or(by_letters) else {
                let listed = names.iter().take(LISTED).map(String::as_str);
                let hint = names::hint(symbol, names.iter().map(String::as_str));
                let problem = format!(
                    "found {}, which has no weight; accepted: {}{hint}",
                    token(symbol.as_bytes()),
                    names::list(listed)
                );
                return Err(self.wrong(line, problem));
            };
            self.symbols.insert(symbol.to_owned(), at as u16);
            return Ok(at as u16);
        }
        if symbol.is_empty() {
            return Err(self.wrong(
                line,
                "found nothing where a draw should stand; accepted: a name or a number".to_owned(),
            ));
        }
        let at = self.names.len();
        if at == MOST_SYMBOLS {
            let most = grouped(MOST_SYMBOLS as u64);
            let problem =
                format!("found more than {most} different draws; accepted: up to {most} symbols");
            return Err(self.wrong(line, problem));
        }
        self.names.push(symbol.to_owned());
        self.symbols.insert(symbol.to_owned(), at as u16);
        Ok(at as u16)
    }

    /// Takes the draws of a JSON value that ends on this line.
    fn take_json(
        &mut self,
        line: u64,
        value: &Value,
        key: Option<&Key>,
    ) -> Result<(), SourceError> {
        let path = key.map_or(Vec::new(), Key::names);
        let mut drawn = Vec::new();
        scalars(value, &path, &mut drawn);
        let player = match &self.plan.by {
            None => None,
            Some(by) => {
                let path: Vec<String> = by.split('.').map(str::to_owned).collect();
                let mut found = Vec::new();
                scalars(value, &path, &mut found);
                if let [Some(player)] = found.as_slice() {
                    Some(player.clone())
                } else {
                    let problem = format!(
                        "found no single {} in the object (--by); accepted: one in each",
                        token(by.as_bytes())
                    );
                    return Err(self.wrong(line, problem));
                }
            }
        };
        let time = self.time(value);
        for symbol in drawn {
            let Some(symbol) = symbol else {
                let wanted = key.map_or_else(String::new, Key::to_string);
                let problem = format!(
                    "found no {} in the object; accepted: objects that have it (--key)",
                    token(wanted.as_bytes())
                );
                return Err(self.wrong(line, problem));
            };
            self.take(line, &symbol, player.as_deref(), time)?;
        }
        Ok(())
    }

    /// The time under a key of an object that is called so.
    fn time(&mut self, value: &Value) -> Option<f64> {
        let object = value.as_object()?;
        if self.clock.is_none() && self.streams.is_empty() {
            self.clock = object.keys().find(|key| is_time(key)).cloned();
            self.drawer = object.keys().find(|key| is_drawer(key)).cloned();
        }
        moment(&scalar(object.get(self.clock.as_ref()?)?)?)
    }

    fn read(&mut self, input: impl Read) -> Result<(), SourceError> {
        match self.plan.field.clone() {
            Field::Words => self.read_lines(input, true),
            Field::Lines => self.read_lines(input, false),
            Field::Column(column) => self.read_table(input, &column),
            Field::Key(key) => self.read_json(input, key.as_ref()),
        }
    }

    fn broken(&self, source: std::io::Error) -> SourceError {
        SourceError::Read {
            name: self.name.to_owned(),
            source,
        }
    }

    fn read_lines(&mut self, input: impl Read, words: bool) -> Result<(), SourceError> {
        let mut input = BufReader::new(input);
        let (mut line, mut text) = (0, String::new());
        let mut first = true;
        loop {
            text.clear();
            let read = input.read_line(&mut text);
            if read.map_err(|source| self.broken(source))? == 0 {
                return Ok(());
            }
            line += 1;
            let row = text.trim_start_matches('\u{feff}').trim();
            if row.is_empty() {
                continue;
            }
            // The name of a column may stand above it.
            if first && self.heads(row) {
                first = false;
                continue;
            }
            first = false;
            if words {
                let found = row.split(|c: char| c.is_whitespace() || ",;|[](){}\"'".contains(c));
                for word in found.filter(|word| !word.is_empty()) {
                    self.take(line, word, None, None)?;
                }
            } else {
                self.take(line, row.trim_matches(['"', '\'']), None, None)?;
            }
        }
    }

    /// Returns true if the first line names a column, and is no draw.
    fn heads(&self, row: &str) -> bool {
        let Some(names) = &self.plan.names else {
            return false;
        };
        let is_symbol = |word: &str| names.iter().any(|name| name.eq_ignore_ascii_case(word));
        let plain = row.split_whitespace().count() == 1 && !is_symbol(row.trim_matches('"'));
        plain && is_drawn(row.trim_matches('"'))
    }

    fn read_table(&mut self, input: impl Read, column: &str) -> Result<(), SourceError> {
        let mut input = BufReader::new(input);
        let mut head = String::new();
        while head.trim().is_empty() {
            head.clear();
            let read = input.read_line(&mut head);
            if read.map_err(|source| self.broken(source))? == 0 {
                return Ok(());
            }
        }
        let head_line = head.trim_start_matches('\u{feff}');
        let separator = self
            .plan
            .separator
            .or_else(|| Separator::of_line(head_line));
        // Of a single column: no value is likely to hold a bar.
        let separator = separator.map_or(b'|', Separator::byte);
        let whole = head_line.as_bytes().chain(input);
        let mut table = csv::ReaderBuilder::new()
            .has_headers(false)
            .delimiter(separator)
            .trim(csv::Trim::All)
            .from_reader(whole);
        let mut record = csv::StringRecord::new();
        let wrong = |taken: &Self, error: &csv::Error| {
            let line = error.position().map_or(1, csv::Position::line);
            taken.wrong(
                line,
                "found a row with another number of values than the first; accepted: the same number in each"
                    .to_owned(),
            )
        };
        let first = table.read_record(&mut record);
        first.map_err(|error| wrong(self, &error))?;
        let header: Vec<String> = record.iter().map(str::to_owned).collect();
        let (draws, headed) = self.place(&header, column, "--column")?;
        let by = match self.plan.by.clone() {
            Some(by) => Some(self.place(&header, &by, "--by")?.0),
            None => None,
        };
        if !headed {
            self.take(1, &header[draws], by.map(|by| header[by].as_str()), None)?;
        }
        let is_other = |at: &usize| *at != draws && Some(*at) != by;
        let clock = (0..header.len()).find(|at| headed && is_other(at) && is_time(&header[*at]));
        self.clock = clock.map(|clock| header[clock].clone());
        let drawer = (0..header.len()).find(|at| headed && is_other(at) && is_drawer(&header[*at]));
        self.drawer = drawer.map(|drawer| header[drawer].clone());
        loop {
            let more = table.read_record(&mut record);
            if !more.map_err(|error| wrong(self, &error))? {
                return Ok(());
            }
            let line = record.position().map_or(1, csv::Position::line);
            let time = clock.and_then(|clock| moment(&record[clock]));
            self.take(line, &record[draws], by.map(|by| &record[by]), time)?;
        }
    }

    /// The place of a column by its name, or by its number where no column has that name; true if there is a header.
    fn place(
        &self,
        header: &[String],
        column: &str,
        option: &str,
    ) -> Result<(usize, bool), SourceError> {
        let find = |wanted: &str| {
            header
                .iter()
                .position(|name| name.eq_ignore_ascii_case(wanted))
        };
        if let Some(at) = find(column) {
            return Ok((at, true));
        }
        let number = column.parse::<usize>().ok();
        if let Some(at) = number.filter(|number| (1..=header.len()).contains(number)) {
            // A number among the values says that the first row is none of names.
            let known = |name: &String| match &self.plan.names {
                Some(names) => names.contains(name),
                None => name.parse::<f64>().is_ok(),
            };
            return Ok((at - 1, !header.iter().any(known)));
        }
        let hint = names::hint(column, header.iter().map(String::as_str));
        Err(self.wrong(
            1,
            format!(
                "found no column {} ({option}); accepted: one of the {} names in the first row{hint}",
                token(column.as_bytes()),
                header.len()
            ),
        ))
    }

    /// Puts the draws of each player in the order of their times, if all have one; says what became of the times.
    fn in_order(&mut self) -> Option<(String, Timed)> {
        let clock = self.clock.take()?;
        let known =
            (self.streams.iter().zip(&self.times)).all(|(draws, times)| draws.len() == times.len());
        if !known {
            return Some((clock, Timed::Unused));
        }
        let turns = matches!(self.plan.field, Field::Column(_));
        let mut timed = Timed::Ordered;
        for (draws, times) in self.streams.iter_mut().zip(&self.times) {
            if order(draws, times, turns) == Timed::Sorted {
                timed = Timed::Sorted;
            }
        }
        Some((clock, timed))
    }

    fn read_json(&mut self, input: impl Read, key: Option<&Key>) -> Result<(), SourceError> {
        let mut text = String::new();
        let read = input.take(LONGEST).read_to_string(&mut text);
        read.map_err(|source| self.broken(source))?;
        let text = text.trim_start_matches('\u{feff}');
        let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Value>();
        let (mut line, mut at) = (1, 0);
        while let Some(value) = stream.next() {
            let value = value.map_err(|error| {
                self.wrong(
                    error.line() as u64,
                    format!("found JSON that breaks off ({error}); accepted: whole values"),
                )
            })?;
            let end = stream.byte_offset();
            // Elements of a list are objects on their own.
            match value {
                Value::Array(values) => {
                    for value in &values {
                        self.take_json(line, value, key)?;
                    }
                }
                value => self.take_json(line, &value, key)?,
            }
            let passed = text.as_bytes()[at..end].iter();
            line += passed.filter(|byte| **byte == b'\n').count() as u64;
            at = end;
        }
        Ok(())
    }
}

impl Logged {
    /// Reads all draws of `input`, which messages call `name`.
    ///
    /// # Errors
    /// If a symbol has no weight, or something is not where the plan says.
    pub(super) fn read(
        input: impl Read,
        name: String,
        plan: &DrawPlan,
    ) -> Result<Self, SourceError> {
        let mut taken = Taken {
            name: &name,
            plan,
            symbols: HashMap::new(),
            names: Vec::new(),
            players: HashMap::new(),
            streams: Vec::new(),
            clock: None,
            times: Vec::new(),
            drawer: None,
        };
        taken.read(input)?;
        if taken.streams.is_empty() {
            return Err(taken.wrong(1, "found no draw; accepted: one or more".to_owned()));
        }
        let timed = taken.in_order();
        let (found, streams) = (taken.names, taken.streams);
        let mut logged = Self {
            timed,
            drawer: taken.drawer.filter(|_| plan.by.is_none()),
            absent: Vec::new(),
            streams,
            names: plan.names.clone().unwrap_or(found),
            plan: plan.clone(),
            name,
        };
        if plan.names.is_none() {
            logged.sort();
            logged.fill();
        }
        Ok(logged)
    }

    /// Orders the symbols by their names: numbers by their size.
    fn sort(&mut self) {
        let key = |name: &String| (name.parse::<u64>().unwrap_or(u64::MAX), name.clone());
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        text::sorting::by(&mut order, |a, b| {
            key(&self.names[*a]).cmp(&key(&self.names[*b]))
        });
        let mut places = vec![0_u16; order.len()];
        for (place, symbol) in order.iter().enumerate() {
            places[*symbol] = place as u16;
        }
        for draw in self.streams.iter_mut().flatten() {
            *draw = places[usize::from(*draw)];
        }
        self.names = order.iter().map(|at| self.names[*at].clone()).collect();
    }

    /// Adds numbers that never came, where the symbols are most of the whole numbers from 0 or 1 to the largest: a ball that is
    /// never drawn is a ball.
    fn fill(&mut self) {
        /// One of so many may be absent.
        const MOST: usize = 4;
        let numbers: Option<Vec<u64>> = self.names.iter().map(|name| name.parse().ok()).collect();
        let Some(numbers) = numbers.filter(|numbers| numbers.len() > 1) else {
            return;
        };
        let (base, last) = (numbers[0].min(1), numbers[numbers.len() - 1]);
        let all = usize::try_from(last + 1 - base).unwrap_or(usize::MAX);
        let absent = all.saturating_sub(numbers.len());
        if absent == 0 || all > MOST_SYMBOLS || absent * MOST > all {
            return;
        }
        self.absent = (base..=last)
            .filter(|number| !numbers.contains(number))
            .collect();
        if let Ok(filled) = self.clone().numbered(all) {
            *self = filled;
        }
    }

    /// The same draws of so many symbols that are numbers, from 0 or from 1; the error says what was found.
    pub fn numbered(mut self, symbols: usize) -> Result<Self, String> {
        let numbers: Option<Vec<usize>> = self.names.iter().map(|name| name.parse().ok()).collect();
        let base = usize::from(!self.names.iter().any(|name| name == "0"));
        let fits = |number: &usize| (base..base + symbols).contains(number);
        let Some(numbers) = numbers.filter(|numbers| numbers.iter().all(fits)) else {
            let first = self.names.first().map_or("", String::as_str);
            return Err(format!(
                "found {symbols} weights without names, and draws such as {}; accepted: the name of each symbol before \
                 its weight, as in Common=50,Rare=25",
                token(first.as_bytes())
            ));
        };
        for draw in self.streams.iter_mut().flatten() {
            *draw = (numbers[usize::from(*draw)] - base) as u16;
        }
        self.names = (base..base + symbols)
            .map(|number| number.to_string())
            .collect();
        Ok(self)
    }

    /// How often a symbol came right after itself, and what a random order of the same draws gives.
    ///
    /// Of n draws, nᵢ of symbol i, a random order has R runs with mean n + 1 − Σnᵢ²/n, and n − R repeats; their variance
    /// is (Σnᵢ²(Σnᵢ² + n² + n) − 2nΣnᵢ³ − n³) / (n²(n − 1)) (Barton and David, 1957). Streams are independent.
    pub fn repeats(&self) -> Repeats {
        let mut all = Repeats::default();
        for stream in &self.streams {
            let n = stream.len() as f64;
            let mut counts = vec![0.0_f64; self.names.len()];
            for draw in stream {
                counts[usize::from(*draw)] += 1.0;
            }
            let power = |k: i32| counts.iter().map(|count| count.powi(k)).sum::<f64>();
            let pairs = stream.windows(2).filter(|pair| pair[0] == pair[1]);
            all.seen += pairs.count() as u64;
            all.mean += power(2) / n - 1.0;
            if stream.len() > 1 {
                let sum = power(2) * (power(2) + n * n + n) - 2.0 * n * power(3) - n.powi(3);
                all.variance += (sum / (n * n * (n - 1.0))).max(0.0);
            }
        }
        all
    }

    /// The names of the symbols.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How often each symbol came.
    pub fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.names.len()];
        for draw in self.streams.iter().flatten() {
            counts[usize::from(*draw)] += 1;
        }
        counts
    }

    /// The draws of each player, in order.
    pub fn streams(&self) -> &[Vec<u16>] {
        &self.streams
    }

    /// True if the draws of several players are apart from each other.
    pub fn is_by_player(&self) -> bool {
        self.plan.by.is_some()
    }

    /// Says where they come from and what the symbols are called.
    fn described(&self) -> String {
        let place = match &self.plan.field {
            Field::Words | Field::Lines => String::new(),
            Field::Column(column) => format!(", the column {column}"),
            Field::Key(None) => ", a list in JSON".to_owned(),
            Field::Key(Some(key)) => format!(", the key {key} of JSON"),
        };
        let streams = match &self.plan.by {
            None => String::new(),
            Some(by) => {
                let count = grouped(self.streams.len() as u64);
                format!(", {count} streams by {by}, one after the other")
            }
        };
        let times = self
            .timed
            .as_ref()
            .map_or_else(String::new, |(clock, timed)| match timed {
                Timed::Ordered => format!(", in the order of {clock}"),
                Timed::Sorted => {
                    format!(", sorted by {clock} (the file is not)")
                }
                Timed::Unused => format!(", in the order of the file ({clock} not used)"),
            });
        let drawer = self.drawer.as_ref().map_or_else(String::new, |drawer| {
            format!(", as one stream ({drawer} not used; --by {drawer} keeps those of each apart)")
        });
        let absent = match self.absent.as_slice() {
            [] => String::new(),
            [one] => format!(" (the number {one} never came)"),
            many => {
                let many: Vec<String> = many.iter().map(u64::to_string).collect();
                format!(
                    " (the numbers {} never came)",
                    names::list(many.iter().map(String::as_str))
                )
            }
        };
        let said = format!("{}{place}{streams}{drawer}{times}{absent}", self.name);
        text::harmless::words(&said).into_owned()
    }
}

/// A source of draws that were read.
pub struct Log {
    logged: Arc<Logged>,
    stream: usize,
    at: usize,
    read: u64,
}

impl Log {
    /// Hands out draws from the first player's first one on.
    pub fn new(logged: Arc<Logged>) -> Self {
        Self {
            logged,
            stream: 0,
            at: 0,
            read: 0,
        }
    }
}

impl Source<Draws> for Log {
    fn fill(&mut self, draws: &mut Draws) -> Result<(), SourceError> {
        draws.clear(self.read);
        let Some(stream) = self.logged.streams.get(self.stream) else {
            return Ok(());
        };
        if self.at == 0 {
            draws.begin();
        }
        let end = stream.len().min(self.at + Draws::MOST);
        for draw in &stream[self.at..end] {
            draws.push(*draw);
        }
        // Each of several players may have stopped as his draws came up: his last wait is one that is open.
        if self.logged.streams.len() == 1 {
            draws.go_on_for((stream.len() - end) as u64);
        }
        self.read += draws.len() as u64;
        self.at = end;
        if end == stream.len() {
            (self.stream, self.at) = (self.stream + 1, 0);
        }
        Ok(())
    }
}

impl Outside<Draws> for Log {
    fn name(&self) -> &str {
        &self.logged.name
    }

    fn described(&self) -> String {
        self.logged.described()
    }

    fn facts(&self) -> Facts {
        Facts::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(field: Field, by: Option<&str>) -> DrawPlan {
        DrawPlan {
            field,
            by: by.map(str::to_owned),
            names: Some(vec!["Common".to_owned(), "Rare".to_owned()]),
            separator: None,
        }
    }

    fn read(text: &str, plan: &DrawPlan) -> Result<Logged, String> {
        let logged = Logged::read(text.as_bytes(), "x".to_owned(), plan);
        logged.map_err(|error| error.to_string())
    }

    #[test]
    fn capitals_tell_names_apart_where_nothing_else_does() {
        let names = |names: &[&str]| DrawPlan {
            names: Some(names.iter().map(|name| (*name).to_owned()).collect()),
            ..plan(Field::Lines, None)
        };
        let draws = "Rare\nrare\nRare\n";
        let logged = read(draws, &names(&["rare", "Rare"])).unwrap();
        assert_eq!(logged.streams(), [vec![1, 0, 1]]);
        let logged = read(draws, &names(&["Common", "RARE"])).unwrap();
        assert_eq!(logged.streams(), [vec![1, 1, 1]]);
        let wrong = read("RARE\n", &names(&["rare", "Rare"])).unwrap_err();
        assert!(wrong.contains("which has no weight"), "{wrong}");
    }

    #[test]
    fn times_order_the_draws() {
        let column = plan(Field::Column("item".to_owned()), Some("who"));
        let newest = "time,who,item\n2024-01-03,a,Rare\n2024-01-02,b,Rare\n2024-01-01,a,Common\n";
        let logged = read(newest, &column).unwrap();
        assert_eq!(logged.streams(), [vec![0, 1], vec![1]]);
        assert!(
            logged
                .described()
                .contains("sorted by time (the file is not)"),
            "{}",
            logged.described()
        );
        let turns = read("t,who,item\n3,a,Rare\n1,a,Common\n", &column).unwrap();
        assert_eq!(turns.streams(), [vec![1, 0]]);
        assert!(turns.described().contains("(t not used)"));
        let key = plan(Field::Key(Some("item".parse().unwrap())), None);
        let json =
            "{\"at\":1700000002,\"item\":\"Rare\"}\n{\"at\":1700000001,\"item\":\"Common\"}\n";
        assert_eq!(read(json, &key).unwrap().streams(), [vec![0, 1]]);
    }

    #[test]
    fn draws_are_read_as_they_are_logged() {
        let lines = read("Common\nrare\n\nCommon\n", &plan(Field::Lines, None)).unwrap();
        assert_eq!(lines.streams(), [vec![0, 1, 0]]);
        let table = "t;who;rarity\n1;a;Common\n2;b;Rare\n3;a;Rare\n";
        let column = Field::Column("rarity".to_owned());
        let by = read(table, &plan(column.clone(), Some("who"))).unwrap();
        assert_eq!(by.streams(), [vec![0, 1], vec![1]]);
        assert_eq!(by.counts(), [1, 2]);
        let key: Key = "item.r".parse().unwrap();
        let json =
            "{\"p\":\"a\",\"item\":{\"r\":\"Rare\"}}\n{\"p\":\"b\",\"item\":{\"r\":\"Common\"}}\n";
        let key = Field::Key(Some(key));
        let objects = read(json, &plan(key.clone(), Some("p"))).unwrap();
        assert_eq!(objects.streams(), [vec![1], vec![0]]);
        let list = format!("[{}]", json.trim_end().replace('\n', ","));
        assert_eq!(
            read(&list, &plan(key, None)).unwrap().streams(),
            [vec![1, 0]]
        );
        let any = DrawPlan {
            names: None,
            ..plan(Field::Words, None)
        };
        let numbers = read("10 9 9\n2 10\n", &any).unwrap();
        assert_eq!(numbers.names(), ["2", "9", "10"]);
        assert_eq!(numbers.streams(), [vec![2, 1, 1, 0, 2]]);
        let wrong = read("a\nrarity;b\n", &plan(column, None)).unwrap_err();
        assert!(wrong.contains("no column `rarity`"), "{wrong}");
        let wrong = read("Common\nRaer\n", &plan(Field::Lines, None)).unwrap_err();
        assert!(
            wrong.contains("line 2: found `Raer`, which has no weight"),
            "{wrong}"
        );
        assert!(wrong.contains("did you mean `Rare`"), "{wrong}");
    }

    #[test]
    fn repeats_of_a_random_order_are_known() {
        // All six orders of two draws of each of two symbols: aabb has 2 repeats, abab none, abba 1, and so on.
        let any = DrawPlan {
            names: None,
            ..plan(Field::Words, None)
        };
        let seen: Vec<f64> = [
            "a a b b", "a b a b", "a b b a", "b a a b", "b a b a", "b b a a",
        ]
        .iter()
        .map(|text| read(text, &any).unwrap().repeats().seen as f64)
        .collect();
        let mean = seen.iter().sum::<f64>() / 6.0;
        let variance = seen.iter().map(|seen| (seen - mean).powi(2)).sum::<f64>() / 6.0;
        let told = read("a b a b", &any).unwrap().repeats();
        assert!((told.mean - mean).abs() < 1e-12 && (told.variance - variance).abs() < 1e-12);
    }

    #[test]
    fn numbers_count_from_0_or_from_1() {
        let any = DrawPlan {
            names: None,
            ..plan(Field::Words, None)
        };
        let of = |text: &str, symbols| read(text, &any).unwrap().numbered(symbols);
        assert_eq!(of("1 3 3", 3).unwrap().streams(), [vec![0, 2, 2]]);
        assert_eq!(of("0 2 2", 3).unwrap().streams(), [vec![0, 2, 2]]);
        assert!(
            of("1 4", 3)
                .unwrap_err()
                .contains("found 3 weights without names")
        );
        assert!(of("Common Rare", 2).is_err());
    }

    #[test]
    fn each_player_begins_anew() {
        let table = "who,rarity\na,Common\nb,Rare\na,Rare\n";
        let logged = read(
            table,
            &plan(Field::Column("rarity".to_owned()), Some("who")),
        )
        .unwrap();
        let mut source = source::Remembering::new(Log::new(Arc::new(logged)), 2);
        let mut draws = Draws::new(2, deck::kernel::Isa::best());
        source.fill(&mut draws).unwrap();
        assert_eq!((draws.first(), draws.drawn()), (0, &[0, 1][..]));
        source.fill(&mut draws).unwrap();
        assert_eq!((draws.first(), draws.drawn()), (2, &[1][..]));
        assert_eq!(draws.past().last()[0], None);
        source.fill(&mut draws).unwrap();
        assert!(draws.is_empty());
    }
}
