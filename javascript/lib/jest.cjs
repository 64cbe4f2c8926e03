// `setupFilesAfterEnv: ['colddeck/jest']`, or `require('colddeck/jest')` in a test, gives `expect` the matcher.

/* global expect */
expect.extend(require('colddeck').matchers);
