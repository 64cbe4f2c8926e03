//! Benchmarks of colddeck's kernels: `cargo bench --manifest-path benches/Cargo.toml`.
