import { commandCalls } from '@eyrie/domain';
import { now } from '../../platform/clock.ts';
import { call, clickMoment, newKey } from '../../platform/http.ts';
import { tabId } from '../../platform/tab.ts';

/** Orders the dock to open or close its link for sticks, once for a click. False: refused, which was shown. */
export const orderDrc = async (
  method: 'drcEnter' | 'drcExit',
  oid: string,
  epoch: number | null,
): Promise<boolean> => {
  const clickedAt = now();
  try {
    const { state } = await call(commandCalls[method], {
      oid,
      key: newKey(),
      issuedAt: await clickMoment(clickedAt),
      tabId,
      ...(epoch === null ? {} : { epoch }),
    });
    return state === 'succeeded';
  } catch {
    return false;
  }
};
