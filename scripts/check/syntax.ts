/** Reads sources as a compiler does, for the checks that look at more than words. */
import { parseSync } from '@swc/core';

export type Node = Record<string, unknown>;
export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
/** The name of an identifier; empty for anything else. */
export const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' ? String(node.value) : '';

/** Looks at every node of a TypeScript source, outer ones first. */
export function visitNodes(text: string, look: (node: Node) => void): void {
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isNode(value)) {
      look(value);
      Object.values(value).forEach(visit);
    }
  };
  visit(parseSync(text, { syntax: 'typescript', target: 'es2024' }).body);
}
