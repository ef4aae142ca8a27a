/* bcryptprimitives.dll with the one function that Rust's standard library takes from it, for Wine releases that lack
   the library (8 does). `check.py` builds it beside the engine in a temporary folder; it is never shipped: Windows has
   its own. */

#include <windows.h>

/* Exported by advapi32 under this name since Windows XP: fills a buffer with random bytes. */
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length)
{
    while (length > 0) {
        ULONG part = length < 0x10000000 ? (ULONG)length : 0x10000000;
        if (!SystemFunction036(buffer, part))
            return FALSE;
        buffer += part;
        length -= part;
    }
    return TRUE;
}
