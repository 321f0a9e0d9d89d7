import { deskCalls, limits } from '@eyrie/domain';
import { useEffect } from 'react';
import { call } from '../../platform/http.ts';
import { tabId } from '../../platform/tab.ts';

/** A monitor watches whether this arrives or not: a beat that is lost is followed by another. */
const report = (dockOID: string, open: boolean): void =>
  void call(deskCalls.watch, { dockOID, tabId, open }, { toast: false }).catch(() => undefined);

/** While it stands, others read at their desk that the member watches this dock. */
export function OpenWatch({ dockOID }: { dockOID: string }): null {
  useEffect(() => {
    report(dockOID, true);
    const timer = setInterval(() => report(dockOID, true), limits.desk.watchEvery);
    return () => {
      clearInterval(timer);
      report(dockOID, false);
    };
  }, [dockOID]);
  return null;
}
