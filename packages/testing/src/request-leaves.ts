import type { CallDeclaration } from '@eyrie/domain';

type Shape = CallDeclaration['request'];
export interface Leaf {
  where: string;
  type: string;
  shape: Shape;
}
interface Definition {
  type: string;
  innerType?: Shape;
  in?: Shape;
  out?: Shape;
  element?: Shape;
  shape?: Record<string, Shape>;
}
const definitionOf = (shape: Shape): Definition => shape._zod.def;

/** Every value inside a request shape, without what only wraps it. */
export const requestLeaves = (shape: Shape, where: string): Leaf[] => {
  const { type, innerType, element, in: before, out, shape: fields = {} } = definitionOf(shape);
  if (type === 'object')
    return Object.entries(fields).flatMap(([name, one]) => requestLeaves(one, `${where} ${name}`));
  if (['optional', 'nullable', 'default'].includes(type) && innerType) return requestLeaves(innerType, where);
  if (type === 'pipe' && before && out) {
    // What is made into a list first is one for whoever sends it.
    if (definitionOf(before).type === 'transform') return requestLeaves(out, where);
    const [inner, ...others] = requestLeaves(before, where);
    if (others.length > 0 || ['object', 'array'].includes(definitionOf(before).type))
      return inner ? [inner, ...others] : [];
    return inner ? [{ ...inner, shape }] : [];
  }
  if (type === 'array' && element) return [{ where, type, shape }, ...requestLeaves(element, `${where}[]`)];
  return [{ where, type, shape }];
};
