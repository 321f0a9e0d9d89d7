/** 0 idle, 1 cooling, 2 heating, 3 dehumidifying: the numbers of the orders. */
export type AirMode = 0 | 1 | 2 | 3;

/** What cools and dries the box. It prepares a mode and ends it by itself, and takes the next order only some time later. */
export interface AirConditioner {
  mode: AirMode;
  phase: 'steady' | 'preparing' | 'exiting';
  /** What follows the end of this mode. */
  next: AirMode;
  /** Seconds until the phase is over. */
  left: number;
  /** Seconds until it takes another order. */
  wait: number;
}

const preparing = 40;
const exiting = 30;
const between = 120;

export const restingAir = (): AirConditioner => ({ mode: 0, phase: 'steady', next: 0, left: 0, wait: 0 });

const begin = (air: AirConditioner, mode: AirMode): void => {
  Object.assign(
    air,
    mode === 0 ? { ...restingAir(), wait: air.wait } : { mode, phase: 'preparing', left: preparing },
  );
};

/** Orders a mode. The code of a refusal; 0: taken. */
export function orderAir(air: AirConditioner, mode: AirMode, outside: number): number {
  const failed = [514_180, 514_181, 514_182, 514_183] as const;
  if (air.wait > 0) return failed[mode];
  if (mode === 1 && outside < 0) return 514_184;
  if (mode === 2 && outside > 45) return 514_185;
  if (air.mode === mode) return 0;
  air.wait = between;
  air.next = mode;
  if (air.mode === 0) begin(air, mode);
  else Object.assign(air, { phase: 'exiting', left: exiting });
  return 0;
}

export function advanceAir(air: AirConditioner, seconds: number): void {
  air.wait = Math.max(0, air.wait - seconds);
  if (air.phase === 'steady') return;
  air.left -= seconds;
  if (air.left > 0) return;
  if (air.phase === 'exiting') begin(air, air.next);
  else air.phase = 'steady';
}

/** As the dock reports it: the number of its state, and the wait. */
export const airReport = ({ mode, phase, wait }: AirConditioner) => ({
  air_conditioner_state: mode === 0 ? 0 : mode + { steady: 0, exiting: 3, preparing: 6 }[phase],
  switch_time: Math.ceil(wait),
});
