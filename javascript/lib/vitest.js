// `import 'colddeck/vitest'` gives `expect` the matcher.

import { expect } from 'vitest';

import { matchers } from 'colddeck';

expect.extend(matchers);
