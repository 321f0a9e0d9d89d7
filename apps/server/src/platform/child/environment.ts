/** What every child needs to be found and to load fast, and the settings of the C library's allocator. */
const handedOn = (name: string): boolean =>
  name === 'PATH' || name === 'NODE_COMPILE_CACHE' || name.startsWith('MALLOC_');

/**
 * The environment of a child: the secrets that stand in that of the server are not handed on, the settings of the allocator
 * are, without which a child keeps the memory of each large file that it has read.
 * @param more names that this child needs as well
 */
export const childEnvironment = (
  more: readonly string[] = [],
  own: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(own).filter(([name]) => handedOn(name) || more.includes(name)));
