import { centredSticks, stickAxes, type Sticks } from '@eyrie/domain';

/** What a key does: the first eight move an axis, the last stops the aircraft. */
export const stickActions = [
  'forward',
  'back',
  'left',
  'right',
  'up',
  'down',
  'turnLeft',
  'turnRight',
  'stop',
] as const;
export type StickAction = (typeof stickActions)[number];

/** Keys by their place on the keyboard (`KeyboardEvent.code`), whatever letter a layout has there. */
export type KeyMap = Readonly<Record<StickAction, string>>;

export const defaultKeys: KeyMap = {
  forward: 'KeyW',
  back: 'KeyS',
  left: 'KeyA',
  right: 'KeyD',
  up: 'ArrowUp',
  down: 'ArrowDown',
  turnLeft: 'ArrowLeft',
  turnRight: 'ArrowRight',
  stop: 'Space',
};

const moves: Readonly<Partial<Record<StickAction, readonly [keyof Sticks, 1 | -1]>>> = {
  forward: ['pitch', 1],
  back: ['pitch', -1],
  right: ['roll', 1],
  left: ['roll', -1],
  up: ['throttle', 1],
  down: ['throttle', -1],
  turnRight: ['yaw', 1],
  turnLeft: ['yaw', -1],
};

export const actionOf = (keys: KeyMap, code: string): StickAction | null =>
  stickActions.find((action) => keys[action] === code) ?? null;

/** Two keys against each other are the centre. @param reach deflection of a key that is held, 0 to 1 */
export const sticksOfKeys = (keys: KeyMap, held: ReadonlySet<string>, reach: number): Sticks => {
  const sum = { ...centredSticks };
  for (const action of stickActions) {
    const move = moves[action];
    if (move && held.has(keys[action])) sum[move[0]] += move[1] * reach;
  }
  return Object.fromEntries(stickAxes.map((axis) => [axis, sum[axis]])) as Sticks;
};

/** Keys by which a page and its browser are worked stay theirs. */
const reserved =
  /^(?:Tab|Escape|Enter|NumpadEnter|F\d+|(?:Shift|Control|Alt|Meta|OS)(?:Left|Right)?|CapsLock)$/;

export const mayMap = (code: string): boolean => code !== '' && !reserved.test(code);

/** Gives an action another key. What has the key already is named; null as the map: nothing was changed. */
export const remapped = (
  keys: KeyMap,
  action: StickAction,
  code: string,
): { keys: KeyMap | null; taken: StickAction | null } => {
  const holder = actionOf(keys, code);
  if (!mayMap(code) || (holder !== null && holder !== action))
    return { keys: null, taken: holder === action ? null : holder };
  return { keys: { ...keys, [action]: code }, taken: null };
};

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Space: '␣',
};

/** A key as it is shown. */
export const keyLabel = (code: string): string => signs[code] ?? code.replace(/^(?:Key|Digit)/, '');

/** What was kept, as far as it is a map: every action has a key, and no key has two. */
export const keptKeys = (value: unknown): KeyMap => {
  if (typeof value !== 'object' || value === null) return defaultKeys;
  const codes = stickActions.map((action) => Reflect.get(value, action) as unknown);
  const whole = codes.every((code) => typeof code === 'string' && mayMap(code));
  if (!whole || new Set(codes).size < codes.length) return defaultKeys;
  return Object.fromEntries(stickActions.map((action, at) => [action, codes[at]])) as unknown as KeyMap;
};
