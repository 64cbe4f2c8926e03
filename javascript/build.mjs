// Builds what the package has beside its sources: the program, and the scripts for `require`.
//
//     npm run build        needs Rust, and `npm ci` before

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const platform = 'wasm32-unknown-unknown';
const target = `${here}../target/javascript`;

execFileSync(
  'cargo',
  ['build', '--release', '--locked', '--target', platform, '--target-dir', target, '--manifest-path', `${here}Cargo.toml`],
  // Vectors of 128 bits: Node has had them since 16, and every browser since 2023.
  { stdio: 'inherit', env: { ...process.env, RUSTFLAGS: '-Ctarget-feature=+simd128' } },
);
mkdirSync(`${here}dist`, { recursive: true });
copyFileSync(`${target}/${platform}/release/colddeck_javascript.wasm`, `${here}dist/colddeck.wasm`);
await build({
  entryPoints: [`${here}lib/index.js`],
  outfile: `${here}dist/index.cjs`,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // A script for `require` knows its place by another name.
  define: { 'import.meta.url': 'place' },
  banner: { js: "const place = require('node:url').pathToFileURL(__filename).href;" },
});
copyFileSync(`${here}lib/index.d.ts`, `${here}dist/index.d.cts`);
for (const licence of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(`${here}../${licence}`, `${here}dist/${licence}`);
