/**
 * Makes the mutants of a source file: one small change each, all of them in one instrumented text, switched by number
 * when the tests run. What counts here are guards, so the changes are those that weaken or turn round a decision: in
 * TypeScript, in query builders and in SQL text, which off-the-shelf mutators leave alone.
 */
import { MagicString } from 'magic-string';
import { parseSync } from 'vite';

export interface Mutant {
  id: number;
  file: string;
  line: number;
  /** What was there and what stands in its place, shortened. */
  change: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

interface Change {
  node: Node;
  /** `null` takes the statement away. */
  text: string | null;
  /** The opposite of a condition. */
  inversion?: boolean;
  /** Of a named change, which has a number already. */
  id?: number;
}

/** A change that was asked for by its text. */
export interface NamedEdit {
  id: number;
  from: string;
  to: string;
}

const boundary: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const opposite: Record<string, string> = { '===': '!==', '!==': '===', '+': '-', '-': '+', '*': '/' };
const guardsOfQuery = new Set(['where', 'whereRef', 'forUpdate', 'forShare', 'having']);
/** What changes nothing that a caller could see. */
const silent = /^(await )?(void )?(this\.#?\w+\.)?(\w+\.)*log\.|^clear(Timeout|Interval)\(|\.unref\(\)$/;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string');

/** Changes of the text of a query: a condition becomes an alternative, a comparison is turned round. */
function changesOfSql(node: Node, source: string): Change[] {
  const text = source.slice(node.start, node.end);
  const swaps: [RegExp, string][] = [
    [/\band\b/g, 'or'],
    [/\bis null\b/g, 'is not null'],
    [/\bis not null\b/g, 'is null'],
    [/ > /g, ' < '],
    [/ < /g, ' > '],
    [/ for (update|share)\b/g, ''],
    // Whoever contains it, and whoever is contained in it.
    [/@>/g, '<@'],
  ];
  return swaps.flatMap(([from, to]) =>
    [...text.matchAll(from)].map(({ index, 0: found }) => ({
      node,
      text: text.slice(0, index) + to + text.slice(index + found.length),
    })),
  );
}

function changesOfBinary(node: Node, source: string): Change[] {
  const { operator, left, right } = node as unknown as { operator: string; left: Node; right: Node };
  const to = boundary[operator] ?? opposite[operator];
  if (to === undefined || ('+-'.includes(operator) && (isText(left) || isText(right)))) return [];
  const between = source.slice(left.end, right.start).replace(operator, to);
  const text = source.slice(node.start, left.end) + between + source.slice(right.start, node.end);
  return [{ node, text, inversion: operator.endsWith('==') }];
}

function changesOfCall(node: Node, source: string): Change[] {
  const callee = node['callee'] as Node;
  const property = callee['property'] as Node | undefined;
  if (callee.type !== 'MemberExpression' || !guardsOfQuery.has(String(property?.['name']))) return [];
  const object = callee['object'] as Node;
  return [{ node, text: source.slice(object.start, object.end) }];
}

function changesOfStatement(node: Node, source: string): Change[] {
  const expression = node['expression'] as Node;
  const call = expression.type === 'AwaitExpression' ? (expression['argument'] as Node) : expression;
  const isCall = call.type === 'CallExpression' || call.type === 'ChainExpression';
  const isSuper = (call['callee'] as Node | undefined)?.type === 'Super';
  if (!isCall || isSuper || silent.test(source.slice(expression.start, expression.end))) return [];
  return [{ node, text: null }];
}

/** The changes that one node of the syntax tree offers. */
function changesOf(node: Node, source: string): Change[] {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node['test'] as Node;
      return ['true', 'false'].map((text) => ({ node: test, text }));
    }
    case 'BinaryExpression':
      return changesOfBinary(node, source);
    case 'LogicalExpression': {
      const { operator, left, right } = node as unknown as { operator: string; left: Node; right: Node };
      if (operator === '??') return [];
      // One side alone: the other was not needed.
      return [left, right].map((side) => ({ node, text: source.slice(side.start, side.end) }));
    }
    case 'UnaryExpression': {
      const argument = node['argument'] as Node;
      const text = source.slice(argument.start, argument.end);
      return node['operator'] === '!' ? [{ node, text, inversion: true }] : [];
    }
    case 'CallExpression':
      return changesOfCall(node, source);
    case 'ExpressionStatement':
      return changesOfStatement(node, source);
    case 'TaggedTemplateExpression': {
      const tag = node['tag'] as Node;
      return source.slice(tag.start, tag.end).startsWith('sql') ? changesOfSql(node, source) : [];
    }
    default:
      return [];
  }
}

/** Every node that is code; types are erased before anything runs. */
function* codeOf(node: Node): Generator<Node> {
  if (/^TS(Type|Interface|.*Keyword)/.test(node.type)) return;
  yield node;
  for (const [key, value] of Object.entries(node)) {
    if (['typeAnnotation', 'returnType', 'typeArguments', 'typeParameters'].includes(key)) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* codeOf(child);
  }
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Where two texts differ, with a little of what stands around it. */
function difference(was: string, is: string): string {
  const [from, to] = [flat(was), flat(is)];
  let start = 0;
  while (start < from.length && from[start] === to[start]) start += 1;
  let end = 0;
  const room = Math.min(from.length, to.length) - start;
  while (end < room && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const around = (text: string): string => {
    const piece = text.slice(Math.max(0, start - 25), text.length - Math.max(0, end - 15));
    return piece.length > 100 ? `${piece.slice(0, 97)}…` : piece;
  };
  return `${around(from)}  →  ${around(to)}`;
}

/** All changes of a text by their place, also those that were asked for. */
function changesByPlace(file: string, source: string, edits: readonly NamedEdit[]) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const byPlace = new Map<string, { node: Node; changes: Change[] }>();
  const found = new Set<NamedEdit>();
  for (const node of codeOf(program as unknown as Node)) {
    const own = flat(source.slice(node.start, node.end));
    const asked = edits.filter(({ from }) => from === own);
    for (const edit of asked) found.add(edit);
    const named = asked.map(({ id, to }): Change => ({ node, text: to, id }));
    for (const change of [...named, ...changesOf(node, source)]) {
      const place = `${change.node.start} ${change.node.end}`;
      const known = byPlace.get(place) ?? { node: change.node, changes: [] };
      if (!known.changes.some(({ text, id }) => text === change.text && id === change.id))
        known.changes.push(change);
      byPlace.set(place, known);
    }
  }
  for (const edit of edits) if (!found.has(edit)) throw new Error(`${file} has no ${edit.from}`);
  return byPlace;
}

/**
 * @param file path below the root
 * @param switchModule address of the module that says which mutant is on
 * @param nextId gives each mutant its number
 * @param edits what is changed besides
 */
export function instrument(
  file: string,
  source: string,
  switchModule: string,
  nextId: () => number,
  edits: readonly NamedEdit[],
): { text: string; mutants: Mutant[] } {
  const byPlace = changesByPlace(file, source, edits);
  const out = new MagicString(source);
  const mutants: Mutant[] = [];
  // Outer places first: what is put before an inner one then stands inside.
  const places = [...byPlace.values()].toSorted(
    (a, b) => a.node.start - b.node.start || b.node.end - a.node.end,
  );
  for (const { node, changes: offered } of places) {
    const forced = offered.some(({ text, id }) => text === 'false' && id === undefined);
    // Turned round it is wrong wherever it is wrong when forced: nothing more would be learned.
    const changes = forced ? offered.filter(({ inversion }) => !inversion) : offered;
    let before = '';
    for (const { text, id: named } of changes) {
      const id = named ?? nextId();
      const line = source.slice(0, node.start).split('\n').length;
      const change = difference(source.slice(node.start, node.end), text ?? '(removed)');
      if (named === undefined) mutants.push({ id, file, line, change });
      // In a block of its own: an `else` that follows belongs to somebody else.
      before += text === null ? `{if(!mutantIsOn(${id})){` : `mutantIsOn(${id})?(${text}):`;
    }
    const isStatement = changes[0]?.text === null;
    out.appendRight(node.start, isStatement ? before : `(${before}(`);
    out.prependLeft(node.end, isStatement ? '}}' : '))');
  }
  if (mutants.length > 0) out.prepend(`import { mutantIsOn } from ${JSON.stringify(switchModule)};\n`);
  return { text: out.toString(), mutants };
}
