use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::thread::ThreadId;

use super::queue::{MAX_OVERTAKEN, MAX_WAITING, MAX_WAITING_ANONYMOUS, MAX_WAITING_OF_CLIENT};
use super::*;
use crate::client::ClientKey;

type Acquire<'a> = Pin<Box<dyn Future<Output = Result<Permit, AcquireError>> + 'a>>;

const NO_LIMIT: usize = 100;

fn semaphore(permits: usize, client: usize, anonymous: usize) -> Arc<FairSemaphore> {
    FairSemaphore::new(Limits { permits, client, anonymous, role: None }, Duration::from_secs(10))
}

fn anonymous(number: u64) -> Holder {
    Some(ClientKey::numbered(number))
}

fn identified(number: u64) -> Holder {
    let mut key = ClientKey::numbered(number);
    key.anonymous = false;
    Some(key)
}

/// Starts a request that has to wait.
fn wait(semaphore: &Arc<FairSemaphore>, holder: Holder) -> Acquire<'_> {
    let mut waiting: Acquire<'_> = Box::pin(semaphore.acquire(holder));
    assert!(granted(&mut waiting).is_none(), "the request did not wait");
    waiting
}

fn granted(waiting: &mut Acquire<'_>) -> Option<Permit> {
    match waiting.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(permit) => Some(permit.unwrap()),
        Poll::Pending => None,
    }
}

/// Removes the request that has got a permit. Returns its number and the permit.
fn served(waiting: &mut Vec<(u64, Acquire<'_>)>) -> (u64, Permit) {
    for index in 0..waiting.len() {
        if let Some(permit) = granted(&mut waiting[index].1) {
            return (waiting.remove(index).0, permit);
        }
    }
    panic!("no request got a permit")
}

/// The numbers of the requests in the order in which they get the one permit.
fn order_of_service(mut permit: Permit, mut waiting: Vec<(u64, Acquire<'_>)>) -> Vec<u64> {
    let mut order = Vec::new();
    while !waiting.is_empty() {
        drop(permit);
        let (number, next) = served(&mut waiting);
        order.push(number);
        permit = next;
    }
    order
}

fn other_thread() -> ThreadId {
    std::thread::spawn(|| std::thread::current().id()).join().unwrap()
}

#[test]
fn grants_at_most_the_number_of_permits_and_serves_one_client_in_order() {
    let semaphore = semaphore(2, NO_LIMIT, NO_LIMIT);
    let client = identified(1);
    let [first, second] = [(); 2].map(|()| semaphore.try_acquire(client).unwrap());
    assert!(semaphore.try_acquire(client).is_none());
    let (mut third, mut fourth) = (wait(&semaphore, client), wait(&semaphore, client));
    assert_eq!(semaphore.waiting(), 2);
    drop(first);
    assert!(granted(&mut fourth).is_none(), "the request that came first gets the permit");
    let third = granted(&mut third).unwrap();
    drop((second, third));
    assert!(granted(&mut fourth).is_some());
    assert_eq!(semaphore.waiting(), 0);
}

#[test]
fn one_client_holds_at_most_its_limit_and_does_not_block_others() {
    let semaphore = semaphore(4, 2, NO_LIMIT);
    let held = [(); 2].map(|()| semaphore.try_acquire(identified(1)).unwrap());
    let mut waiting = wait(&semaphore, identified(1));
    let others = [2, 3].map(|number| semaphore.try_acquire(identified(number)).unwrap());
    drop(others);
    assert!(granted(&mut waiting).is_none(), "free permits are for other clients");
    drop(held);
    assert!(granted(&mut waiting).is_some());
}

#[test]
fn the_anonymous_role_holds_at_most_its_limit_and_the_engine_has_none() {
    let semaphore = semaphore(4, 2, 3);
    let mut held: Vec<_> = (0..3).map(|number| semaphore.try_acquire(anonymous(number)).unwrap()).collect();
    let mut waiting = wait(&semaphore, anonymous(9));
    let own = semaphore.try_acquire(None).unwrap();
    drop(own);
    assert!(semaphore.try_acquire(identified(1)).is_some());
    assert!(granted(&mut waiting).is_none());
    held.pop();
    assert!(granted(&mut waiting).is_some());
    drop(held);
    let all: Vec<_> = (0..4).map(|_| semaphore.try_acquire(None).unwrap()).collect();
    assert!(all.len() == 4 && semaphore.try_acquire(None).is_none());
}

#[test]
fn clients_take_turns_whatever_the_number_of_their_requests() {
    let semaphore = semaphore(1, NO_LIMIT, NO_LIMIT);
    let permit = semaphore.try_acquire(identified(0)).unwrap();
    let requests = [1, 1, 1, 1, 2, 2, 3];
    let waiting: Vec<_> = requests.map(|number| (number, wait(&semaphore, identified(number)))).into();
    assert_eq!(order_of_service(permit, waiting), [1, 2, 3, 1, 2, 1, 1]);
}

#[test]
fn the_engine_goes_first_and_identified_and_anonymous_clients_take_turns() {
    let semaphore = semaphore(1, NO_LIMIT, NO_LIMIT);
    let permit = semaphore.try_acquire(anonymous(0)).unwrap();
    let mut waiting: Vec<_> = (1..=4).map(|number| (number, wait(&semaphore, anonymous(number)))).collect();
    waiting.push((10, wait(&semaphore, identified(10))));
    waiting.push((11, wait(&semaphore, identified(11))));
    waiting.push((99, wait(&semaphore, None)));
    assert_eq!(order_of_service(permit, waiting), [99, 10, 1, 11, 2, 3, 4]);
}

#[test]
fn a_permit_prefers_its_own_thread_a_limited_number_of_times() {
    for holders in [[identified(1); 2], [identified(1), identified(2)]] {
        let semaphore = semaphore(1, NO_LIMIT, NO_LIMIT);
        let mut permit = semaphore.try_acquire(None).unwrap();
        let elsewhere = Some(other_thread());
        let (_, mut elsewhere) = semaphore.queue().enqueue(holders[0], elsewhere).unwrap();
        for _ in 0..MAX_OVERTAKEN {
            let mut here = wait(&semaphore, holders[1]);
            drop(permit);
            permit = granted(&mut here).expect("a waiter on the permit's thread goes first");
            assert!(elsewhere.try_recv().is_err());
        }
        let mut here = wait(&semaphore, holders[1]);
        drop(permit);
        assert!(granted(&mut here).is_none());
        assert!(elsewhere.try_recv().is_ok(), "it was overtaken MAX_OVERTAKEN times");
    }
}

#[test]
fn a_dropped_request_is_skipped_before_and_after_it_was_granted_a_permit() {
    let semaphore = semaphore(1, NO_LIMIT, NO_LIMIT);
    let permit = semaphore.try_acquire(identified(0)).unwrap();
    let leaving = wait(&semaphore, identified(1));
    let leaving_late = wait(&semaphore, identified(2));
    let mut staying = wait(&semaphore, identified(3));
    drop(leaving);
    assert_eq!(semaphore.waiting(), 2);
    // The permit goes to `leaving_late`, which is dropped before it is polled.
    drop(permit);
    assert!(granted(&mut staying).is_none());
    drop(leaving_late);
    let permit = granted(&mut staying).unwrap();
    drop((permit, staying));
    assert!(semaphore.queue().has_no_holders(), "no holder is kept");
    assert!(semaphore.try_acquire(identified(4)).is_some());
}

#[test]
fn a_full_queue_rejects_only_its_own_clients() {
    let semaphore = semaphore(1, NO_LIMIT, NO_LIMIT);
    let _permit = semaphore.try_acquire(None).unwrap();
    let enqueue = |holder| semaphore.queue().enqueue(holder, None).map(|(_, receiver)| receiver);
    let of_one: Vec<_> = (0..MAX_WAITING_OF_CLIENT).map(|_| enqueue(anonymous(0)).unwrap()).collect();
    assert_eq!(enqueue(anonymous(0)).err(), Some(QueueFull));
    let of_others: Vec<_> = (of_one.len()..MAX_WAITING_ANONYMOUS)
        .map(|number| enqueue(anonymous(number as u64)).unwrap())
        .collect();
    assert_eq!(enqueue(anonymous(u64::MAX)).err(), Some(QueueFull));
    let held = of_one.len() + of_others.len();
    let rest: Vec<_> =
        (held..MAX_WAITING).map(|number| enqueue(identified(number as u64)).unwrap()).collect();
    assert_eq!(enqueue(identified(u64::MAX)).err(), Some(QueueFull));
    assert!(!rest.is_empty() && enqueue(None).is_ok());
}

#[test]
fn closing_rejects_waiting_and_later_requests() {
    let semaphore = semaphore(1, NO_LIMIT, NO_LIMIT);
    let permit = semaphore.try_acquire(identified(1)).unwrap();
    let mut waiting: Acquire<'_> = Box::pin(semaphore.acquire(identified(2)));
    assert!(granted(&mut waiting).is_none());
    semaphore.close();
    let ended = waiting.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(matches!(ended, Poll::Ready(Err(AcquireError::Closed))));
    drop(permit);
    assert!(semaphore.is_closed() && semaphore.try_acquire(identified(1)).is_none());
}

#[test]
fn a_request_that_would_wait_too_long_is_rejected_at_once() {
    let semaphore = semaphore(1, NO_LIMIT, NO_LIMIT);
    let _held = semaphore.try_acquire(anonymous(1)).unwrap();
    (0..100).for_each(|_| semaphore.hold_time.add(Duration::from_secs(4)));
    let _waiting: Vec<_> = (0..3).map(|_| wait(&semaphore, anonymous(1))).collect();
    let mut fourth = Box::pin(semaphore.acquire(anonymous(1)));
    let ended = fourth.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(matches!(ended, Poll::Ready(Err(AcquireError::Overloaded))));
    // Another client waits only until one permit of the first is released, and the engine's own requests come first.
    let _other_client = wait(&semaphore, anonymous(2));
    let _engine = wait(&semaphore, None);
}

#[test]
fn a_role_at_its_limit_leaves_permits_to_other_roles() {
    let limits = Limits { permits: 3, client: NO_LIMIT, anonymous: NO_LIMIT, role: Some(2) };
    let semaphore = FairSemaphore::new(limits, Duration::from_secs(10));
    let of_role = |role, number| {
        let mut key = ClientKey::numbered(number);
        (key.role, key.anonymous) = (role, false);
        Some(key)
    };
    let slow = [1, 2].map(|number| semaphore.try_acquire(of_role(1, number)).unwrap());
    let mut waiting: Vec<_> = [3, 4, 5].map(|number| (number, wait(&semaphore, of_role(1, number)))).into();
    // A permit is free, for the other role.
    let other = semaphore.try_acquire(of_role(2, 6)).unwrap();
    let mut next_of_other = wait(&semaphore, of_role(2, 7));
    drop(other);
    let other = granted(&mut next_of_other).unwrap();
    assert!(waiting.iter_mut().all(|(_, request)| granted(request).is_none()));

    drop(waiting.remove(1));
    let [first, second] = slow;
    drop(first);
    let (number, third) = served(&mut waiting);
    assert_eq!(number, 3);
    assert!(granted(&mut waiting[0].1).is_none());
    drop((second, third, other));
    assert_eq!(served(&mut waiting).0, 5);
    drop(waiting);
    assert!(semaphore.queue().has_no_holders(), "no holder is kept");
}
