/**
 * What holds of a call stands in its declaration. Nothing is concluded from how its path or the names of its fields are
 * spelled: a rule of spelling holds until somebody names a call otherwise, and then fails without a word.
 */
import type { Source } from './sources.ts';
import { isNode, nameOf, visitNodes, type Node } from './syntax.ts';

/** What a call goes by where calls are handled one after the other. */
const calls = new Set(['declaration', 'call', 'one']);
const questions = new Set(['includes', 'startsWith', 'endsWith', 'match', 'search', 'test', 'exec']);

/** `declaration.path`, also through `endpoint.declaration`, or a call out of the table of them. */
const isPathOfCall = (node: unknown): boolean => {
  if (!isNode(node) || node.type !== 'MemberExpression' || nameOf(node.property) !== 'path') return false;
  const object = isNode(node.object) ? node.object : {};
  return (
    calls.has(nameOf(object)) || (object.type === 'MemberExpression' && calls.has(nameOf(object.property)))
  );
};

/** Questions that a file asks of the spelling of a call's path. */
export function pathGuesses(text: string): string[] {
  const found: string[] = [];
  visitNodes(text, (node) => {
    const callee = node.type === 'CallExpression' && isNode(node.callee) ? node.callee : {};
    const question = nameOf(callee.property);
    const given = (Array.isArray(node.arguments) ? node.arguments : []) as { expression?: Node }[];
    if (questions.has(question) && [callee.object, given[0]?.expression].some(isPathOfCall))
      found.push(question);
  });
  return found;
}

/** Where calls are handled without knowing which: the domain's own table, the guard, the client, the contract tests. */
const handlesCalls =
  /^(?:packages\/(?:domain\/src\/[\w-]+\.ts|client\/src\/.*)|apps\/server\/src\/(?:platform\/http|processes|testing)\/.*|e2e\/.*\.ts)$/;

/** The form that every path must have is no fact about one call. */
const checksTheForm = 'packages/domain/src/calls.test.ts';

export const pathGuessFaults = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path, text }) => handlesCalls.test(path) && path !== checksTheForm && text.includes('.path'))
    .flatMap(({ path, text }) =>
      pathGuesses(text).map(
        (question) => `${path}: ${question} asks how the path of a call is spelled; declare the fact`,
      ),
    );
