type Callable = (this: unknown, ...given: unknown[]) => unknown;
interface WireType {
  toWireType: (destructors: unknown[] | null, value: unknown) => unknown;
  fromWireType: (value: unknown) => unknown;
}

/** A function that passes calls on to one of another name. */
const renamed = (body: Callable, name: string): Callable => {
  const made: Callable = function made(...given) {
    return body.apply(this, given);
  };
  return Object.defineProperty(made, 'name', { value: name });
};

const nameIn = (text: string): string => /function ([\w$]+)/.exec(text)?.[1] ?? 'unknown';

/** What the text of an invoker would do: turns arguments into those of the compiled code, calls it, and turns its answer back. */
function invokerOf(text: string, names: readonly string[], given: readonly unknown[]): Callable {
  const named = new Map(names.map((name, at) => [name, given[at]]));
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each value has the type that its name stands for
  const get = <T>(name: string): T => named.get(name) as T;
  const isMethod = text.includes('var thisWired = ');
  const collects = text.includes('var destructors = []');
  const answers = text.includes('var rv = ');
  const types = names.filter((name) => /^argType\d+$/.test(name)).map((name) => get<WireType>(name));
  const fail = get<(message: string) => void>('throwBindingError');
  const invoker = get<Callable>('invoker');
  const run = get<(destructors: unknown[]) => void>('runDestructors');
  const ends = names.filter((name) => name.endsWith('_dtor'));
  const called: Callable = function called(...args) {
    if (args.length !== types.length) fail(`called with ${args.length} arguments, expected ${types.length}`);
    const destructors: unknown[] | null = collects ? [] : null;
    const self = isMethod ? get<WireType>('classParam').toWireType(destructors, this) : undefined;
    const wired = types.map((type, at) => type.toWireType(destructors, args[at]));
    const answer = invoker(get('fn'), ...(isMethod ? [self] : []), ...wired);
    if (destructors) run(destructors);
    else
      for (const name of ends)
        get<Callable>(name)(name === 'thisWired_dtor' ? self : wired[Number(/\d+/.exec(name)?.[0])]);
    return answers ? get<WireType>('retType').fromWireType(answer) : undefined;
  };
  return Object.defineProperty(called, 'name', { value: nameIn(text) });
}

/**
 * Stands for `Function` where the bindings of compiled code make functions out of text, which the policy of the console forbids. It
 * knows the three texts that they make, and makes what these say; anything else is refused, and no text is ever run.
 * @throws Error for any other text
 */
function FunctionWithoutText(...parts: string[]): Callable {
  const text = parts.at(-1) ?? '';
  const names = parts.slice(0, -1);
  if (names[0] === 'body') return (body) => renamed(body as Callable, nameIn(text));
  if (names[0] === 'dynCall')
    return (dynCall, raw) =>
      (...args: unknown[]) =>
        (dynCall as Callable)(raw, ...args);
  if (names[0] === 'throwBindingError') return (...given) => invokerOf(text, names, given);
  throw new Error('no function is made out of text here');
}
FunctionWithoutText.prototype = Function.prototype;

/** From now on nothing of this worker can make a function out of text. @returns puts things back, for tests */
export function forbidTextFunctions(): () => void {
  const before = globalThis.Function;
  // @ts-expect-error -- what is left out is what the policy forbids
  globalThis.Function = FunctionWithoutText;
  return () => {
    globalThis.Function = before;
  };
}
