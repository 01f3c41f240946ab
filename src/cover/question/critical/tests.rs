use super::*;
use crate::cover::EngineKind;

const TOY: &str = "a b c d e\na b\nc d\na c\nb d\nc\nd\ne";

#[test]
fn an_engine_of_another_problem_is_refused() {
    let [toy, less, none]: [Problem; 3] =
        [TOY, "a b c d e\na b\nc d\na c\nb d\nc\nd", "a"].map(|text| text.parse().unwrap());
    for (problem, other) in [(&toy, &less), (&less, &toy), (&none, &toy), (&toy, &none)] {
        let methods = Method::ALL.iter().copied();
        for (method, kind) in methods.zip(EngineKind::ALL.iter().cycle()) {
            let engine = |problem| kind.build(problem).unwrap();
            let on = |engine| CriticalSearch::on(engine, problem, method).map(|_| ());
            assert_eq!(on(engine(problem)), Ok(()));
            let on = std::panic::AssertUnwindSafe(|| on(engine(other)));
            let panic = std::panic::catch_unwind(on).unwrap_err();
            let reason = panic.downcast_ref::<&str>().unwrap();
            assert_eq!(*reason, "the engine was made for a problem with as many options");
        }
    }
}

#[test]
fn more_options_than_are_held_are_never_taken_off() {
    let toy = TOY.parse().unwrap();
    for &method in Method::ALL {
        let mut search = CriticalSearch::new(&toy, method).unwrap();
        let mut visitor = |_: &[OptionId], _: &Critical| panic!("there is no set");
        for off in [2, 50, usize::MAX] {
            let flow = search.take_off(&[OptionId::at(6)], off, &mut visitor, &mut Patient);
            assert_eq!(flow, Ok(ControlFlow::Continue(())));
        }
    }
}
