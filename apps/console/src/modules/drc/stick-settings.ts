import { stickModes, type StickMode } from './stick-modes.ts';

/** Ends and centre of an axis of a gamepad, as it reports them. */
export interface AxisRange {
  least: number;
  centre: number;
  most: number;
}
export const plainRange: AxisRange = { least: -1, centre: 0, most: 1 };

/** What was measured of one gamepad. */
export interface PadMeasure {
  /** Of its four axes, in order. */
  axes: readonly AxisRange[];
  /** The dead zone that its noise needs at least. */
  rest: number;
}

/** How the sticks of this browser are read. */
export interface StickSettings {
  mode: StickMode;
  deadZone: number;
  cubic: number;
  /** By the name that the browser has for a gamepad. */
  pads: Readonly<Record<string, PadMeasure>>;
}

export const deadZones = [0.05, 0.08, 0.12, 0.2] as const;
/** Names of the curves, with how much of each is the cube. */
export const curves = { straight: 0, soft: 0.5, fine: 0.9 } as const;
export type Curve = keyof typeof curves;

export const defaultSettings: StickSettings = { mode: 2, deadZone: 0.12, cubic: curves.soft, pads: {} };

/** An axis that goes less far to one side was not moved, or is broken: its noise would be blown up. */
export const leastWay = 0.5;
/** A stick that rests further from the middle, or trembles more, is broken. */
export const mostOff = 0.3;
export const mostRest = 0.3;
const padsKept = 8;

export const axisHolds = ({ least, centre, most }: AxisRange): boolean =>
  [least, centre, most].every(Number.isFinite) &&
  Math.abs(centre) <= mostOff &&
  centre - least >= leastWay &&
  most - centre >= leastWay;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const keptAxis = (value: unknown): AxisRange | null => {
  const { least, centre, most } = fieldsOf(value);
  if (typeof least !== 'number' || typeof centre !== 'number' || typeof most !== 'number') return null;
  const range = { least, centre, most };
  return axisHolds(range) ? range : null;
};

const keptPad = (value: unknown): PadMeasure | null => {
  const { axes, rest } = fieldsOf(value);
  if (!Array.isArray(axes) || axes.length !== 4) return null;
  const ranges = axes.map(keptAxis).filter((range) => range !== null);
  if (ranges.length !== 4 || typeof rest !== 'number' || !(rest >= 0 && rest <= mostRest)) return null;
  return { axes: ranges, rest };
};

/** What was kept, as far as it holds: what does not is as if it had never been chosen. */
export const keptSettings = (value: unknown): StickSettings => {
  const { mode, deadZone, cubic, pads } = fieldsOf(value);
  const measured = Object.entries(fieldsOf(pads)).flatMap(([id, pad]) => {
    const one = keptPad(pad);
    return one ? [[id, one] as const] : [];
  });
  return {
    mode: stickModes.find((one) => one === mode) ?? defaultSettings.mode,
    deadZone: deadZones.find((one) => one === deadZone) ?? defaultSettings.deadZone,
    cubic: Object.values(curves).find((one) => one === cubic) ?? defaultSettings.cubic,
    pads: Object.fromEntries(measured.slice(-padsKept)),
  };
};

/** With what was measured of one gamepad, null to forget it. */
export const withMeasure = (
  settings: StickSettings,
  id: string,
  measure: PadMeasure | null,
): StickSettings => {
  const { [id]: _, ...others } = settings.pads;
  const pads = measure ? [...Object.entries(others), [id, measure] as const] : Object.entries(others);
  return { ...settings, pads: Object.fromEntries(pads.slice(-padsKept)) };
};
