/** Only the room that owns a table writes it: others go through its door, where its rules and its history stand. */
import type { Source } from './sources.ts';
import { isNode, nameOf, visitNodes, type Node } from './syntax.ts';

/** Tables of the platform, with who writes them. Those of a room stand in its `<word>.schema.ts`. */
const platform: Readonly<Record<string, string>> = {
  instance: 'processes/gateway/',
  gateway_claim: 'processes/gateway/',
  cluster_broker: 'processes/cluster-broker.ts',
  broker_admission: 'platform/mqtt/emqx-admissions.ts',
  server_secret: 'platform/seal.ts',
  report_key: 'platform/signing-key.ts',
  record_change: 'platform/list/',
};
const root = 'apps/server/src/';
/** Restoring puts back every table there is; the past of the demo lies in most, at moments that no call takes. */
const isWriter = (path: string): boolean =>
  !/^apps\/server\/src\/(?:platform\/backup|processes\/demo-past)\//.test(path) &&
  /^apps\/server\/src\/(?:modules|processes|platform|cli)\/.*\.ts$/.test(path) &&
  !/\.(?:test|fixture)\.ts$|\/test-[a-z-]+\.ts$/.test(path);

/** Tables that migrations make. */
export function tablesOf(sources: readonly Source[]): Set<string> {
  const tables = new Set<string>();
  for (const { path, text } of sources)
    if (/^apps\/server\/src\/migrations\/\d{4}-/.test(path))
      for (const [, name = ''] of text.matchAll(/create table (?:if not exists )?([a-z_]+)/gi))
        tables.add(name);
  return tables;
}

const methods = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
/** Stands for a value that is only known when the statement runs. */
const hole = '⌀';

/** Tables that a piece of SQL writes; a hole where a name is put in. Comments and quoted text say nothing. */
export function writtenBySql(text: string): string[] {
  const bare = text
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\/\*[^]*?\*\//g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, ' ');
  const words = bare.toLowerCase().match(/"[^"]*"|[a-z_][a-z0-9_.]*|⌀|[^\s]/g) ?? [];
  return words.flatMap((word, at) => {
    const next = words[at + 1] ?? '';
    const name = (index: number): string[] => {
      const found = (words[index] === 'only' ? words[index + 1] : words[index]) ?? '';
      return /^["a-z_⌀]/.test(found) ? [found.replaceAll('"', '').replace(/^public\./, '')] : [];
    };
    if ((word === 'insert' || word === 'merge') && next === 'into') return name(at + 2);
    if (word === 'delete' && next === 'from') return name(at + 2);
    if (word === 'truncate') return name(next === 'table' ? at + 2 : at + 1);
    // `for update` locks, `do update` belongs to the insert before it.
    if (word === 'update' && !['for', 'do', 'key'].includes(words[at - 1] ?? '')) {
      const [table] = name(at + 1);
      return table && words.slice(at + 2, at + 6).includes('set') ? [table] : [];
    }
    return [];
  });
}

const textIn = (node: Node): string | undefined =>
  node.type === 'StringLiteral'
    ? String(node.value)
    : node.type === 'TemplateLiteral' && Array.isArray(node.quasis)
      ? (node.quasis as Node[]).map((one) => String(one.cooked ?? one.raw)).join(hole)
      : undefined;

/** Tables that a file writes: by the query builder, in SQL, or as the table of a list. */
export function writtenBy(text: string, tables: ReadonlySet<string>): string[] {
  const written = new Set<string>();
  const named = new Set<string>();
  visitNodes(text, (value) => {
    const said = textIn(value);
    if (said !== undefined) {
      if (tables.has(said)) named.add(said);
      for (const table of writtenBySql(said)) written.add(table);
    }
    if (value.type === 'CallExpression') {
      const callee = isNode(value.callee) ? value.callee : {};
      const [first] = (Array.isArray(value.arguments) ? value.arguments : []) as { expression?: Node }[];
      const argument = first?.expression ?? {};
      if (callee.type === 'MemberExpression' && methods.has(nameOf(callee.property)))
        written.add(textIn(argument)?.split(' ')[0] ?? hole);
      if (nameOf(callee) === 'defineList') {
        const properties = (Array.isArray(argument.properties) ? argument.properties : []) as Node[];
        const table = properties.find((one) => nameOf(one.key) === 'table')?.value;
        written.add((isNode(table) && textIn(table)) || hole);
      }
    }
  });
  // A name that is put in when the statement runs can be any that the file names.
  if (written.delete(hole)) for (const one of named) written.add(one);
  return [...written].filter((one) => tables.has(one)).toSorted();
}

/** Tables that a file adds to the schema. */
function declaredBy(text: string): string[] {
  const found: string[] = [];
  visitNodes(text, (value) => {
    if (value.type === 'TsInterfaceDeclaration' && nameOf(value.id) === 'Database')
      for (const one of (value.body as { body: Node[] }).body) found.push(nameOf(one.key));
  });
  return found;
}

/** Folder or file that writes each table. */
function ownersOf(sources: readonly Source[]): Map<string, string> {
  const owners = new Map(Object.entries(platform));
  for (const { path, text } of sources) {
    const [, room] = /^apps\/server\/src\/(modules\/[^/]+\/)(?:.*\.schema|index)\.ts$/.exec(path) ?? [];
    if (room !== undefined && text.includes('interface Database'))
      for (const table of declaredBy(text)) owners.set(table, room);
  }
  return owners;
}

/** Writes into a table by files of another room, and tables that nobody owns. */
export function tableWriteFaults(sources: readonly Source[]): string[] {
  const tables = tablesOf(sources);
  const owners = ownersOf(sources);
  // What a landed migration made for a room that was taken away stays, and nobody names it.
  const isUsed = (table: string): boolean =>
    sources.some(({ path, text }) => isWriter(path) && new RegExp(String.raw`\b${table}\b`).test(text));
  const unowned = [...tables]
    .filter((table) => !owners.has(table) && isUsed(table))
    .map((table) => `table ${table}: declare it in the <word>.schema.ts of its room`);
  const foreign = sources
    .filter(
      ({ path, text }) => isWriter(path) && /insert|update|delete|merge|truncate|defineList/i.test(text),
    )
    .flatMap(({ path, text }) =>
      writtenBy(text, tables).flatMap((table) => {
        const owner = owners.get(table);
        if (owner === undefined || path.slice(root.length).startsWith(owner)) return [];
        return [`${path} writes ${table}: call ${owner}, in the same transaction`];
      }),
    );
  return [...unowned, ...foreign];
}
