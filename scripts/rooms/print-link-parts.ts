/** Prints how the parts of a gateway are made that rooms of the server have in it. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { camelCase, head, lines } from './printing.ts';

/** What rooms of the server have to do with devices: not all of them have a page, so their folders name them. */
export function printLinkParts(root: string): string {
  const modules = join(root, 'apps/server/src/modules');
  const parts = readdirSync(modules)
    .filter((word) => existsSync(join(modules, word, `${word}.link-part.ts`)))
    .toSorted()
    .map((word) => ({ word, name: camelCase(word) }));
  return (
    head +
    "import { plansOf, publishedBy } from './modules/command/index.ts';\n" +
    "import type { DockLink } from './modules/dock/index.ts';\n" +
    "import type { LinkPartNeeds } from './processes/gateway/link-part-needs.ts';\n" +
    lines(
      parts,
      ({ word, name }) =>
        `import { linkPart as ${name}Part } from './modules/${word}/${word}.link-part.ts';\n`,
    ) +
    `\nexport const createLinkParts = (needs: LinkPartNeeds) => {\n` +
    lines(parts, ({ name }) => `  const ${name} = ${name}Part(needs);\n`) +
    `  return {\n    parts: [\n${lines(parts, ({ name }) => `      ${name},\n`)}    ],\n` +
    `    plans: {\n${lines(parts, ({ name }) => `      ...plansOf(${name}),\n`)}    },\n` +
    `    published: (link: DockLink, now: number) => ({\n` +
    `${lines(parts, ({ name }) => `      ...publishedBy(${name}, link, now),\n`)}    }),\n  };\n};\n`
  );
}
