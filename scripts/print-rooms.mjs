// Prints the lists of rooms (`*.generated.ts`) from packages/domain/src/rooms.ts. Run with Node 24.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { printedRooms } from './rooms/print.ts';

const root = dirname(import.meta.dirname);
for (const { path, text } of printedRooms(root)) writeFileSync(join(root, path), text);
