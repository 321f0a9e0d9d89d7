/** Prints the lists of what rooms show on monitors, from the `monitor-part.tsx` of each. */
import { join } from 'node:path';
import { rooms } from '../../packages/domain/src/rooms.ts';
import { camelCase, exportsOf, head, lines } from './printing.ts';

/** Monitors, each with the name under which a room lists its parts of it. */
const monitors = [
  { name: 'dock', type: 'DockPart' },
  { name: 'controller', type: 'ControllerPart' },
  { name: 'robot', type: 'RobotPart' },
] as const;

/** The parts of every monitor: a list each, so that a page loads nothing of another monitor. */
export const printMonitors = (root: string): { path: string; text: string }[] =>
  monitors.map(({ name, type }) => {
    const list = `${name}Parts`;
    const fileOf = (word: string): string => `apps/console/src/modules/${word}/monitor-part.tsx`;
    const showing = rooms.filter((word) => exportsOf(join(root, fileOf(word))).includes(list));
    return {
      path: `apps/console/src/${name}-monitor.generated.ts`,
      text:
        head +
        `import type { ${type} } from './platform/monitor-part.tsx';\n` +
        lines(
          showing,
          (word) => `import { ${list} as ${camelCase(word)} } from './modules/${word}/monitor-part.tsx';\n`,
        ) +
        `\nexport const ${list}: readonly ${type}[] = [\n${lines(showing, (word) => `  ...${camelCase(word)},\n`)}];\n`,
    };
  });
