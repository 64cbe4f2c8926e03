//! Tells the crate whether it is optimised: models are fitted to decks by hundreds of thousands of simulated ones, which
//! takes minutes where it is not.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(optimised)");
    if std::env::var("OPT_LEVEL").is_ok_and(|level| level != "0") {
        println!("cargo:rustc-cfg=optimised");
    }
}
