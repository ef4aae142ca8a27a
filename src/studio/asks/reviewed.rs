//! What a review says, as messages.

use crate::lessons::review::{
    INTERVAL, LeftTheory, Mark, MoveReview, OpeningReview, PeopleThere, Phase, PhaseLosses, RatingEstimate,
    RatingSource, ReviewLine, ReviewScore, SideRating, SideReview, TableResult, TableVerdict, ThemeLosses,
};
use crate::studio::protocol::review::{
    BestResult, ComparedRating, EstimatedRating, GamePhase, LeftLines, MoveMark, PeopleOfRating, PhaseLoss,
    RatingOrigin, ReviewedLine, ReviewedMove, ReviewedOpening, ReviewedScore, ReviewedSide, TableChange, ThemeLoss,
};

impl From<&MoveReview> for ReviewedMove {
    fn from(review: &MoveReview) -> ReviewedMove {
        ReviewedMove {
            ply: review.ply,
            number: review.number,
            side: review.side.into(),
            san: review.san.clone(),
            uci: review.uci.clone(),
            phase: review.phase.into(),
            theory: review.theory,
            before: review.before.into(),
            after: review.after.into(),
            loss: review.loss,
            best: (&review.best).into(),
            refutation: (&review.refutation).into(),
            people: review.people.map(Into::into),
            mark: review.mark.map(Into::into),
            themes: review.themes.clone(),
            sentences: review.sentences.clone(),
            tables: review.tables.map(Into::into),
        }
    }
}

impl From<ReviewScore> for ReviewedScore {
    fn from(ReviewScore { cp, mate, white, depth }: ReviewScore) -> ReviewedScore {
        ReviewedScore { cp, mate, white, depth }
    }
}

impl From<&ReviewLine> for ReviewedLine {
    fn from(line: &ReviewLine) -> ReviewedLine {
        ReviewedLine { uci: line.uci.clone(), san: line.san.clone(), text: line.text.clone() }
    }
}

impl From<PeopleThere> for PeopleOfRating {
    fn from(PeopleThere { elo, played, best, as_bad, loss }: PeopleThere) -> PeopleOfRating {
        PeopleOfRating { elo, played, best, as_bad, loss }
    }
}

impl From<TableVerdict> for TableChange {
    fn from(verdict: TableVerdict) -> TableChange {
        let result = |result| match result {
            TableResult::Lost => BestResult::Lost,
            TableResult::Drawn => BestResult::Drawn,
            TableResult::Won => BestResult::Won,
        };
        TableChange { before: result(verdict.before), after: result(verdict.after) }
    }
}

impl From<Phase> for GamePhase {
    fn from(phase: Phase) -> GamePhase {
        match phase {
            Phase::Opening => GamePhase::Opening,
            Phase::Middlegame => GamePhase::Middlegame,
            Phase::Endgame => GamePhase::Endgame,
        }
    }
}

impl From<Mark> for MoveMark {
    fn from(mark: Mark) -> MoveMark {
        match mark {
            Mark::Good => MoveMark::Good,
            Mark::Inaccuracy => MoveMark::Inaccuracy,
            Mark::Mistake => MoveMark::Mistake,
            Mark::Blunder => MoveMark::Blunder,
        }
    }
}

impl From<SideRating> for ComparedRating {
    fn from(SideRating { elo, source }: SideRating) -> ComparedRating {
        let source = match source {
            RatingSource::Given => RatingOrigin::Given,
            RatingSource::File => RatingOrigin::File,
            RatingSource::Estimated => RatingOrigin::Estimated,
            RatingSource::Assumed => RatingOrigin::Assumed,
        };
        ComparedRating { elo, source }
    }
}

impl From<RatingEstimate> for EstimatedRating {
    fn from(RatingEstimate { elo, low, high, moves }: RatingEstimate) -> EstimatedRating {
        EstimatedRating { elo, low, high, confidence: INTERVAL, moves }
    }
}

impl From<PhaseLosses> for PhaseLoss {
    fn from(PhaseLosses { phase, moves, loss, people_loss }: PhaseLosses) -> PhaseLoss {
        PhaseLoss { phase: phase.into(), moves, loss, people_loss }
    }
}

impl From<ThemeLosses> for ThemeLoss {
    fn from(ThemeLosses { theme, times, loss }: ThemeLosses) -> ThemeLoss {
        ThemeLoss { theme, times, loss }
    }
}

impl From<SideReview> for ReviewedSide {
    fn from(side: SideReview) -> ReviewedSide {
        ReviewedSide {
            side: side.side.into(),
            rating: side.rating.into(),
            moves: side.moves,
            accuracy: side.accuracy,
            loss: side.loss,
            people_loss: side.people_loss,
            good: side.good,
            inaccuracies: side.inaccuracies,
            mistakes: side.mistakes,
            blunders: side.blunders,
            moments: side.moments,
            phases: side.phases.into_iter().map(Into::into).collect(),
            themes: side.themes.into_iter().map(Into::into).collect(),
            looks_like: side.looks_like.map(Into::into),
        }
    }
}

impl From<LeftTheory> for LeftLines {
    fn from(LeftTheory { ply, popular, popular_uci, share, games, text }: LeftTheory) -> LeftLines {
        LeftLines { ply, popular, popular_uci, share, games, text }
    }
}

impl From<OpeningReview> for ReviewedOpening {
    fn from(OpeningReview { eco, name, named_at, in_theory, left }: OpeningReview) -> ReviewedOpening {
        ReviewedOpening { eco, name, named_at, in_theory, left: left.map(Into::into) }
    }
}
