"""PyPI `chess-uci-mcp` with one player: its server as a client of the protocol MCP calls it."""

import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from report import check

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


async def main() -> None:
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "chess_uci_mcp", sys.argv[1], "--think-time", "100"]
    )
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        tools = {tool.name for tool in (await session.list_tools()).tools}
        check("list_tools", {"analyze", "get_best_move"} <= tools, sorted(tools))
        for tool in ("analyze", "get_best_move"):
            answer = await session.call_tool(tool, {"fen": START})
            text = " ".join(getattr(part, "text", "") for part in answer.content)
            check(tool, not answer.isError and "error" not in text.lower() and len(text) > 3, text[:200])


asyncio.run(main())
