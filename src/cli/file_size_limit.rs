//! Makes a limit for the size of files, as `ulimit -f` sets it, an ordinary error, like a full
//! disk: the write fails, its file is put in order, and the message says why. By default, a signal
//! would end the program in the middle of the write, without a message.

/// Lets writes beyond the limit fail, if there is one.
pub(super) fn fail_beyond() {
    #[cfg(unix)]
    if rustix::process::getrlimit(rustix::process::Resource::Fsize).current.is_some() {
        // Whatever listens, the signal ends nothing then. If nothing can listen, it does.
        let _ =
            signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    }
}
