//! A limit for the size of files, as `ulimit -f` sets it, is an error as a full disk is: the write
//! fails, its file is put in order, and the message says why. By default a signal ends the program
//! in the midst of the write, without a word.

/// Lets writes beyond the limit fail, if there is one.
pub(super) fn fail_beyond() {
    #[cfg(unix)]
    if rustix::process::getrlimit(rustix::process::Resource::Fsize).current.is_some() {
        // Whatever listens, the signal ends nothing then. If nothing can listen, it does.
        let _ =
            signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    }
}
