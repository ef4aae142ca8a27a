#!/usr/bin/env python3
"""Searches for the hyperparameters of Griffiths' networks as he did (section 3.3): Optuna's tree-structured Parzen
estimator over his ranges, and the importance of each by fANOVA (his figure 3.4).

    griffiths_search.py DATA OUT [--trials 20] [--games 300] [--epochs 3] [--shrink 4]

A trial trains the selector on few games and returns its best validation accuracy. `--shrink` divides the widths of the
convolutions, which the search leaves alone, so that a trial takes minutes of a processor and not hours; 1 is his width.
OUT gets `study.db` (Optuna's storage: the same command goes on after an interruption, beginning the trial that was
interrupted again), `trials.tsv` and `importance.tsv`.
"""

import argparse
import shutil

import numpy
import optuna
from optuna.importance import FanovaImportanceEvaluator, get_param_importances
from optuna.trial import TrialState

import mockfish_nets
from checkpoint import write_table
from griffiths import add_training_options, options_of, rows_of
from mockfish import GriffithsTask, Trainer, of_games
from mockfish_samples import Rows, load
from processes import Processes

LEAST_TRIALS = 4
"""Before so many the importance of five numbers says nothing."""


def suggested(trial: optuna.Trial) -> dict[str, float]:
    """His ranges."""
    return {
        "layers": trial.suggest_int("hidden layers", 1, 5),
        "hidden": trial.suggest_int("hidden size", 100, 1000),
        "dropout": trial.suggest_float("dropout", 0.0, 0.7, step=0.1),
        "rate": trial.suggest_float("learning rate", 1e-4, 1e-2, log=True),
        "batch": 2 ** trial.suggest_int("batch size, power of two", 5, 10),
    }


def accuracy_of(
    values: dict[str, float], options: argparse.Namespace, training: numpy.ndarray, validation: Rows
) -> float:
    """The best validation accuracy of a training with these values."""
    one = options_of(options, "selector", options.out / "trial")
    shutil.rmtree(one.out, ignore_errors=True)
    one.out.mkdir(parents=True)
    one.rate, one.batch = values["rate"], values["batch"]
    epoch = max(len(training) // one.batch, 1)
    one.steps, one.validate, one.patience = max(round(options.epochs * epoch), 1), max(round(epoch / 5), 1), 5
    net = mockfish_nets.GriffithsNet(
        mockfish_nets.channels(options.shrink), values["layers"], values["hidden"], values["dropout"]
    )
    trainer = Trainer(GriffithsTask(one), net, "signed", one, Processes())
    trainer.train(training, validation)
    return max(entry["selector"] for entry in trainer.history)


def restart_interrupted(study: optuna.Study) -> None:
    """Puts the trials that a kill left unfinished back to the front of the queue."""
    for trial in study.get_trials(states=(TrialState.RUNNING,)):
        study.tell(trial.number, state=TrialState.FAIL)
        study.enqueue_trial(trial.params)


def write_results(study: optuna.Study, options: argparse.Namespace) -> None:
    """trials.tsv, and importance.tsv once there are enough trials."""
    finished = study.get_trials(states=(TrialState.COMPLETE,))
    note = (
        f"scripts/train/griffiths_search.py: selector, {options.games} games, at most {options.epochs} epochs, "
        f"convolutions of {'-'.join(map(str, mockfish_nets.channels(options.shrink)))} channels"
    )
    rows = [{"trial": trial.number, **trial.params, "accuracy": trial.value} for trial in finished]
    write_table(rows, options.out / "trials.tsv", [note])
    if len(finished) < LEAST_TRIALS:
        return
    importances = get_param_importances(study, evaluator=FanovaImportanceEvaluator(seed=options.seed))
    rows = [{"hyperparameter": name, "importance": value} for name, value in importances.items()]
    write_table(rows, options.out / "importance.tsv", [note, f"fANOVA of {len(finished)} trials"])


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_training_options(parser)
    parser.add_argument("--trials", type=int, default=20, help="finished ones in all")
    parser.add_argument("--games", type=int, default=300, help="games to train on, drawn at random")
    parser.add_argument("--epochs", type=float, default=3, help="passes over their positions at most")
    parser.add_argument("--shrink", type=int, default=4, help="how much narrower the convolutions are than his")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    training = of_games(load(options.data, "train"), options.games, options.seed)
    validation = load(options.data, "validation")
    validation = Rows(validation, rows_of(validation, "selector", options.judged))
    options.out.mkdir(parents=True, exist_ok=True)
    storage = f"sqlite:///{options.out / 'study.db'}"
    study = optuna.create_study(storage=storage, study_name="griffiths", direction="maximize", load_if_exists=True)
    restart_interrupted(study)
    while len(finished := study.get_trials(states=(TrialState.COMPLETE,))) < options.trials:
        # A sampler that begins again would repeat its first samples.
        study.sampler = optuna.samplers.TPESampler(seed=options.seed + len(finished))
        study.optimize(lambda trial: accuracy_of(suggested(trial), options, training, validation), n_trials=1)
        write_results(study, options)


if __name__ == "__main__":
    main()
