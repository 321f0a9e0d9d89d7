import { dayLater } from '@eyrie/domain';
import { useByClock } from '@eyrie/web/clock';
import { useOrganisationZone } from '@eyrie/web/display';
import { dateIn } from '@eyrie/web/format';
import { serverMoment } from '@eyrie/web/server-time';

/** Days that the numbers of a cockpit are about, today with them. */
export const periodDays = 30;

/** The first of these days in the organisation's zone; moves on at its midnight. */
export const usePeriod = (): { from: string; days: number } => {
  const zone = useOrganisationZone();
  const today = useByClock((at) => dateIn(serverMoment(at), zone));
  return { from: dayLater(today, 1 - periodDays), days: periodDays };
};
