/** Prints how the rooms of a server are made, served and started. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rooms } from '../../packages/domain/src/rooms.ts';
import { camelCase, exportsOf, head, lines } from './printing.ts';

/** What a room's wiring exports, and the rooms that must be made before it. */
interface Wiring {
  word: string;
  name: string;
  /** Where it stands: a plain room has it in its own folder. */
  file: string;
  has: readonly string[];
  needs: readonly string[];
}

/** The same, each after those that it needs. @throws Error where rooms need each other in a circle */
function inOrder(found: readonly Wiring[]): Wiring[] {
  const ordered: Wiring[] = [];
  const rest = [...found];
  while (rest.length > 0) {
    const next = rest.findIndex(({ needs }) =>
      needs.every((name) => ordered.some((made) => made.name === name)),
    );
    if (next < 0) {
      const stuck = rest.map(({ name, needs }) => `${name} (${needs.join(', ')})`).join('; ');
      throw new Error(`rooms that need each other, or what nobody makes: ${stuck}`);
    }
    ordered.push(...rest.splice(next, 1));
  }
  return ordered;
}

/** How the rooms of a server are made, in the order of their needs. */
export function printWiring(root: string): string {
  const folder = join(root, 'apps/server/src/processes');
  const found = rooms
    .map((word) => ({
      word,
      file:
        [`./rooms/${word}.ts`, `../modules/${word}/index.ts`].find((file) =>
          file.startsWith('./')
            ? existsSync(join(folder, file))
            : exportsOf(join(folder, file)).some((name) => name === 'endpoints' || name === 'timers'),
        ) ?? '',
    }))
    .filter(({ file }) => file !== '')
    .map(({ word, file }): Wiring => {
      const text = readFileSync(join(folder, file), 'utf8');
      const [, needs = ''] = /^export const needs = \[([^\]]*)\]/m.exec(text) ?? [];
      return {
        word,
        name: camelCase(word),
        file,
        has: exportsOf(join(folder, file)),
        needs: [...needs.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
      };
    });
  const offering = (member: string): Wiring[] => found.filter(({ has }) => has.includes(member));
  const made = inOrder(offering('make'));
  const spread = (member: string, form: (name: string) => string): string =>
    lines(offering(member), ({ name }) => `  ...${form(name)},\n`);
  return (
    head +
    "import type { Endpoint } from '../platform/http/endpoint.ts';\n" +
    "import type { Unit } from '../platform/runtime.ts';\n" +
    "import type { Timer } from '../platform/timers.ts';\n" +
    "import type { CallNotificationRule } from './call-notifications.ts';\n" +
    "import type { RoomBase, RoomFiller } from './room-wiring.ts';\n" +
    lines(found, ({ name, file }) => `import * as ${name}Room from '${file}';\n`) +
    `\nexport const makeRooms = (base: RoomBase) => {\n` +
    lines(made, ({ name, needs }) => {
      const given = needs.length > 0 ? `, { ${needs.join(', ')} }` : '';
      return `  const ${name} = ${name}Room.make(base${given});\n`;
    }) +
    `  return {\n${lines(made, ({ name }) => `    ${name},\n`)}  };\n};\n` +
    `export type MadeRooms = ReturnType<typeof makeRooms>;\n` +
    `\nexport const endpointsOf = (base: RoomBase, rooms: MadeRooms): Endpoint[] => [\n` +
    `${spread('endpoints', (name) => `${name}Room.endpoints(base, rooms)`)}];\n` +
    `\nexport const timersOf = (base: RoomBase, rooms: MadeRooms): Timer[] => [\n` +
    `${spread('timers', (name) => `${name}Room.timers(base, rooms)`)}];\n` +
    `\nexport const unitsOf = (rooms: MadeRooms): Unit[] => [\n` +
    `${spread('units', (name) => `${name}Room.units(rooms.${name})`)}];\n` +
    `\nexport const fillers: readonly RoomFiller[] = [\n` +
    `${lines(offering('fill'), ({ name }) => `  ${name}Room.fill,\n`)}];\n` +
    `\nexport const notificationRules: readonly CallNotificationRule[] = [\n${spread('notifications', (name) => `${name}Room.notifications`)}];\n`
  );
}
