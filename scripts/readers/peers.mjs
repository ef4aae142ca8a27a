// Reads and writes games with chess.js and kokopu: `node peers.mjs FOLDER TASK.json` prints the answers as JSON.
// FOLDER holds node_modules; the task is {"program", "do": "version" | "read" | "write", "texts" | "games", "form"}.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [folder, file] = process.argv.slice(2);
const require = createRequire(`${folder}/package.json`);
const task = JSON.parse(readFileSync(file, "utf8"));

const firstLine = error => String(error.message ?? error).split("\n")[0].slice(0, 200);

const chessJs = {
    library: () => require("chess.js"),
    // One game a text: the library knows no files of several.
    read(text) {
        const board = new (this.library().Chess)();
        try {
            board.loadPgn(text);
        } catch (error) {
            return { games: [], notes: [firstLine(error)] };
        }
        const moves = board.history({ verbose: true }).map(move => (move.san === "--" ? "0000" : move.lan));
        return { games: [{ moves, result: board.getHeaders().Result ?? "*" }], notes: [] };
    },
    write(game) {
        const board = game.start ? new (this.library().Chess)(game.start) : new (this.library().Chess)();
        for (const [name, value] of Object.entries(game.tags)) board.setHeader(name, value);
        for (const uci of game.moves) board.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] });
        return board.pgn({ maxWidth: 80 });
    },
};

const kokopu = {
    library: () => require("kokopu"),
    read(text) {
        const { pgnRead } = this.library();
        const games = [], notes = [];
        let database;
        try {
            database = pgnRead(text);
        } catch (error) {
            return { games, notes: [firstLine(error)] };
        }
        for (let index = 0; index < database.gameCount(); ++index) {
            try {
                games.push(this.line(database.game(index)));
            } catch (error) {
                notes.push(firstLine(error));
            }
        }
        return { games, notes };
    },
    line(game) {
        const move = node => {
            const before = node.positionBefore();
            return node.notation() === "--" ? "0000" : before.uci(before.notation(node.notation()));
        };
        return { moves: game.nodes().map(move), result: game.result() };
    },
    write(described) {
        const { Game, Position, pgnWrite } = this.library();
        const game = new Game();
        game.playerName("w", described.tags.White);
        game.playerName("b", described.tags.Black);
        game.event(described.tags.Event);
        game.result(described.result);
        if (described.start) game.initialPosition(new Position(described.start));
        const position = new Position(game.initialPosition());
        let at = game.mainVariation();
        for (const uci of described.moves) {
            const move = position.uci(uci);
            at = at.play(position.notation(move));
            position.play(move);
        }
        if (task.form === "figurines") return this.figurines(game, described);
        return pgnWrite(game);
    },
    // As its users show a game: kokopu writes figurines by `figurineNotation`, one move after the other.
    figurines(game, described) {
        const tags = Object.entries(described.tags).map(([name, value]) => `[${name} "${value}"]\n`).join("");
        const number = (node, index) =>
            node.moveColor() === "w" ? `${node.fullMoveNumber()}. ` : index === 0 ? `${node.fullMoveNumber()}... ` : "";
        const moves = game.nodes().map((node, index) => number(node, index) + node.figurineNotation());
        return `${tags}\n${[...moves, described.result].join(" ")}\n`;
    },
};

const program = { "chess.js": chessJs, kokopu }[task.program];
const answers = {
    version: () => JSON.parse(readFileSync(`${folder}/node_modules/${task.program}/package.json`, "utf8")).version,
    read: () => task.texts.map(text => program.read(text)),
    write: () => task.games.map(game => program.write(game)),
};
process.stdout.write(JSON.stringify(answers[task.do]()));
