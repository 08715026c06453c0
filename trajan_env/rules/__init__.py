"""The rules of Trajan, one module a chapter of the rulebook.

| module | rules |
|---|---|
| `setup` | set-up: T1 to T7, R13 |
| `turn` | move markers and time marker T8, T9; complete a Trajan tile T10; begin an action T11 |
| `seaport` | seaport action T12, wild commodity tiles T19, the commodity deck R2 |
| `forum` | forum action T13 |
| `military` | military action T14, R1 |
| `trajan` | Trajan action T15 |
| `senate` | senate action T16 |
| `construction` | construction action T17 |
| `extra` | extra-action tiles, repeats and granted actions T18, R9, R10 |
| `quarter` | end of a round T20, demands T21, election T22, refill T23 |
| `scoring` | final scoring T24, R6, R7; rewards |
| `kernel` | which decision is pending, what is legal, what an action does: the protocol of boardkit |
"""
