//! Makes sheets of chunks, on all threads, in the order of the input.
//!
//! ```text
//!      chunk, chunk, chunk ...   of easy puzzles, as large as the reader makes them
//!      c, c, c, c, c, c, c ...   of hard ones, so small that each takes a millisecond
//! ```

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use tourdion::catalogue::{
    BufferPool, Chunk, Input, Ordered, OrderedEnd, OrderedTurn, ReadProgress, SourceError,
};

use super::answer::{Answer, SheetWriter};
use super::sheet::Sheet;
use crate::cli::argument::{self, Chunks};

/// Asks for chunks that take a millisecond, as the last one did: few puzzles if they are hard, and
/// many if they are not. So a short list of hard ones has work for all threads.
pub(super) struct ChunkSizer<'p>(&'p ReadProgress);

impl ChunkSizer<'_> {
    /// The bytes of the first chunks: a few puzzles.
    const FIRST: usize = 256;
    const MOST: u128 = 1 << 18;
    /// Chunks in flight for each thread, if there is a sizer: enough that the other threads have
    /// work for a tenth of a second while one has a long puzzle, in some megabytes.
    const AHEAD: usize = 64;
    const WANTED: Duration = Duration::from_millis(1);

    pub(super) fn new(read: &ReadProgress) -> ChunkSizer<'_> {
        read.set_chunk(ChunkSizer::FIRST);
        ChunkSizer(read)
    }

    /// Notes how long a chunk of this size took.
    fn see(&self, size: usize, took: Duration) {
        let wanted = size as u128 * ChunkSizer::WANTED.as_nanos() / took.as_nanos().max(1);
        self.0.set_chunk(wanted.min(ChunkSizer::MOST) as usize);
    }
}

/// A run that makes sheets of chunks.
pub(super) struct SheetRun<'p, A> {
    pub(super) answer: &'p A,
    /// The buffers of the sheets.
    pub(super) pool: &'p BufferPool,
    pub(super) threads: usize,
    /// Stops it.
    pub(super) stop: &'p AtomicBool,
    /// May ask for smaller chunks.
    pub(super) sizer: Option<&'p ChunkSizer<'p>>,
}

impl<A: Answer> SheetRun<'_, A> {
    /// Lets the answer answer for all entries of `chunks`, and passes each sheet to `sink`, in
    /// order.
    pub(super) fn go<B: Send>(
        self,
        chunks: Chunks,
        sink: impl FnMut(Sheet<A::Tally>) -> ControlFlow<B> + Send,
    ) -> ControlFlow<B, OrderedEnd> {
        let SheetRun { answer, pool, threads, stop, sizer } = self;
        let writer = || SheetWriter::of(answer, pool);
        let work =
            |writer: &mut SheetWriter<'_, A>, chunk, turn: &OrderedTurn<'_, Sheet<A::Tally>>| {
                let (began, size) = (Instant::now(), chunk_size(&chunk));
                let sheet = writer.sheet(chunk, stop, turn);
                if let (Some(sizer), Some(size)) = (sizer, size) {
                    sizer.see(size, began.elapsed());
                }
                sheet
            };
        let run = Ordered::on(threads, stop).passing_begun(answer.keeps_begun());
        let run = if sizer.is_some() { run.ahead(ChunkSizer::AHEAD) } else { run };
        run.run_in_parts(chunks, writer, work, sink)
    }
}

fn chunk_size(chunk: &Result<Chunk, SourceError>) -> Option<usize> {
    chunk.as_ref().ok().map(Chunk::size)
}

/// Lets `answer` answer for all entries of inputs, and passes each sheet to `sink`, in order. The
/// flag of `read` stops it.
pub(in crate::cli) fn sheets<A: Answer, B: Send>(
    answer: &A,
    inputs: Vec<Input>,
    threads: usize,
    read: &Arc<ReadProgress>,
    sink: impl FnMut(Sheet<A::Tally>) -> ControlFlow<B> + Send,
) -> ControlFlow<B, OrderedEnd> {
    let chunks = argument::chunks_of(inputs, answer.reading(), read);
    let pool = BufferPool::default();
    let run = SheetRun { answer, pool: &pool, threads, stop: read.stop(), sizer: None };
    run.go(chunks, sink)
}
