/** A simulated dock as somebody beside it sees and moves it, past the product. */
import { expect } from '@playwright/test';
import type { SimulatedDock } from './simulator.ts';

export interface SiteReport {
  connected: boolean;
  modeCode: number;
  emergencyStop: boolean;
  airConditionerWait: number;
  working: boolean;
  drone: {
    powered: boolean;
    /** As devices number it: 17 flown by hand, 20 around a point. */
    mode: number;
    recording: boolean;
    camera: { mode: number; zoom: number; split: boolean; exposureMode: number; focusValue: number };
  };
  flight: { stage: string } | null;
}

/** @param sn its serial number */
export const onSite = ({ control }: SimulatedDock, sn: string) => {
  const ask = async <Answer>(word: string, body?: unknown): Promise<Answer> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${control}/docks/${sn}${word}`, init);
    expect(answer.ok).toBe(true);
    return (await answer.json()) as Answer;
  };
  return {
    report: () => ask<SiteReport>(''),
    /** What the server ordered of it beside pictures, which pages ask for by themselves. */
    services: async () =>
      (await ask<{ services: { method: string; bid: string }[] }>('/stats')).services.filter(
        ({ method }) => !method.startsWith('live_'),
      ),
    /** How often it reported what moves in it. */
    reports: async () => (await ask<{ reports: number }>('/stats')).reports,
    order: async (method: string, data: unknown = null) =>
      (await ask<{ result: number }>('/order', { method, data })).result,
    press: (pressed: boolean) => ask('/failures', { kind: 'emergencyStop', pressed }),
  };
};
export type OnSite = ReturnType<typeof onSite>;
