//! Who may have a connection: so many at once. The others wait in the order in which they came, but a turn that ends
//! goes on to somebody of the same thread before others, for whom the connection would have to move; nobody is overtaken
//! more than so often.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

use tokio::sync::oneshot;

use super::connection::home;

/// How often one who waits lets others go first.
const MOST_OVERTAKEN: u32 = 16;

/// How many of those who wait are looked at.
const LOOKED_AT: usize = 64;

pub(super) struct Turns(Mutex<State>);

struct State {
    free: usize,
    waiting: VecDeque<Waiting>,
    closed: bool,
    /// How many have ever waited: the number of the last.
    last: u64,
}

struct Waiting {
    number: u64,
    home: Option<ThreadId>,
    overtaken: u32,
    turn: oneshot::Sender<Turn>,
}

/// Goes on to the next when it is dropped.
pub(super) struct Turn(Option<Arc<Turns>>);

impl Turns {
    pub fn new(most: usize) -> Arc<Turns> {
        Arc::new(Turns(Mutex::new(State { free: most, waiting: VecDeque::new(), closed: false, last: 0 })))
    }

    /// A turn that nobody has, if there is one.
    pub fn try_take(self: &Arc<Turns>) -> Option<Turn> {
        self.state().take_free().then(|| Turn(Some(self.clone())))
    }

    /// `None` when there are no turns any more.
    pub async fn take(self: &Arc<Turns>) -> Option<Turn> {
        let (number, turn) = match self.line_up()? {
            Place::First => return Some(Turn(Some(self.clone()))),
            Place::InLine(number, turn) => (number, turn),
        };
        let mut leaving = Leaving { turns: self, number: Some(number) };
        let turn = turn.await;
        leaving.number = None;
        turn.ok()
    }

    fn line_up(&self) -> Option<Place> {
        let mut state = self.state();
        if state.closed {
            return None;
        }
        if state.take_free() {
            return Some(Place::First);
        }
        let (turn, receiver) = oneshot::channel();
        state.last += 1;
        let number = state.last;
        state.waiting.push_back(Waiting { number, home: home(), overtaken: 0, turn });
        Some(Place::InLine(number, receiver))
    }

    /// Those who wait are sent away.
    pub fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        state.waiting.clear();
    }

    pub fn are_closed(&self) -> bool {
        self.state().closed
    }

    pub fn waiting(&self) -> usize {
        self.state().waiting.len()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who is next, unless the turn stays free.
    fn next(&self, home: Option<ThreadId>) -> Option<Waiting> {
        let mut state = self.state();
        let next = state.next(home);
        if next.is_none() {
            state.free += 1;
        }
        next
    }
}

/// Of one who asks for a turn.
enum Place {
    First,
    InLine(u64, oneshot::Receiver<Turn>),
}

impl State {
    fn take_free(&mut self) -> bool {
        let is_free = !self.closed && self.free > 0;
        self.free -= usize::from(is_free);
        is_free
    }

    fn next(&mut self, home: Option<ThreadId>) -> Option<Waiting> {
        let first = self.waiting.front_mut()?;
        if first.home != home && first.overtaken < MOST_OVERTAKEN {
            first.overtaken += 1;
            let own = self.waiting.iter().take(LOOKED_AT).position(|waiting| waiting.home == home);
            return self.waiting.remove(own.unwrap_or(0));
        }
        self.waiting.pop_front()
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let Some(turns) = self.0.take() else { return };
        while let Some(next) = turns.next(home()) {
            match next.turn.send(Turn(Some(turns.clone()))) {
                Ok(()) => return,
                // They have left just now.
                Err(mut refused) => drop(refused.0.take()),
            }
        }
    }
}

/// Whoever leaves before their turn waits no longer.
struct Leaving<'a> {
    turns: &'a Turns,
    number: Option<u64>,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            self.turns.state().waiting.retain(|waiting| waiting.number != number);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::{Pin, pin};
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn poll<F: Future>(future: &mut Pin<&mut F>) -> Poll<F::Output> {
        future.as_mut().poll(&mut Context::from_waker(Waker::noop()))
    }

    fn other_thread() -> ThreadId {
        std::thread::spawn(|| std::thread::current().id()).join().unwrap()
    }

    /// One who waits at a thread.
    fn line_up(turns: &Turns, home: Option<ThreadId>) -> oneshot::Receiver<Turn> {
        let Some(Place::InLine(_, turn)) = turns.line_up() else { panic!("there are turns left") };
        turns.state().waiting.back_mut().unwrap().home = home;
        turn
    }

    #[test]
    fn who_came_first_has_the_next_turn_and_no_more_have_one_than_may() {
        let turns = Turns::new(2);
        let [first, second] = [turns.try_take().unwrap(), turns.try_take().unwrap()];
        assert!(turns.try_take().is_none());
        let (mut third, mut fourth) = (pin!(turns.take()), pin!(turns.take()));
        assert!(poll(&mut third).is_pending() && poll(&mut fourth).is_pending());
        drop(first);
        assert!(poll(&mut fourth).is_pending(), "it came later");
        let Poll::Ready(Some(third)) = poll(&mut third) else { panic!("it was next") };
        drop((second, third));
        assert!(poll(&mut fourth).is_ready());
        assert!(turns.try_take().is_some() && turns.waiting() == 0);
    }

    #[test]
    fn a_turn_stays_on_its_thread_but_nobody_waits_for_ever() {
        let turns = Turns::new(1);
        let mut turn = turns.try_take().unwrap();
        let mut elsewhere = line_up(&turns, Some(other_thread()));
        for _ in 0..MOST_OVERTAKEN {
            let mut here = line_up(&turns, home());
            drop(turn);
            turn = here.try_recv().unwrap();
            assert!(elsewhere.try_recv().is_err());
        }
        let mut here = line_up(&turns, home());
        drop(turn);
        assert!(elsewhere.try_recv().is_ok());
        assert!(here.try_recv().is_ok(), "the turn was dropped again");
    }

    #[test]
    fn who_leaves_takes_no_turn_along() {
        let turns = Turns::new(1);
        let turn = turns.try_take().unwrap();
        {
            let mut leaving = pin!(turns.take());
            assert!(poll(&mut leaving).is_pending());
            assert_eq!(turns.waiting(), 1);
        }
        assert_eq!(turns.waiting(), 0);
        let (gone, mut waiting) = (line_up(&turns, home()), line_up(&turns, home()));
        drop(gone);
        drop(turn);
        drop(waiting.try_recv().unwrap());
        // Neither does one who leaves with a turn that they have not looked at.
        let turn = turns.try_take().unwrap();
        let unaware = line_up(&turns, home());
        drop(turn);
        drop(unaware);
        assert!(turns.try_take().is_some());
    }

    #[test]
    fn no_turn_is_lost_between_threads_some_of_which_leave_early() {
        let turns = Turns::new(2);
        let start = Arc::new(std::sync::Barrier::new(4));
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let (turns, start) = (turns.clone(), start.clone());
                std::thread::spawn(move || {
                    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
                    start.wait();
                    runtime.block_on(async {
                        for round in 0..20_000 {
                            if round % 3 == 0 {
                                let _ = poll(&mut pin!(turns.take()));
                            }
                            let _turn = turns.take().await.unwrap();
                            tokio::task::yield_now().await;
                        }
                    });
                })
            })
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(turns.waiting(), 0);
        let both = [turns.try_take(), turns.try_take()];
        assert!(both.iter().all(Option::is_some) && turns.try_take().is_none());
    }

    #[test]
    fn when_there_are_no_turns_any_more_all_are_sent_away() {
        let turns = Turns::new(1);
        let turn = turns.try_take().unwrap();
        let mut waiting = pin!(turns.take());
        assert!(poll(&mut waiting).is_pending());
        turns.close();
        assert!(matches!(poll(&mut waiting), Poll::Ready(None)));
        drop(turn);
        assert!(turns.try_take().is_none() && turns.line_up().is_none());
    }
}
