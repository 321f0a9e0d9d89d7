import { orderStates, workOrderCalls, type OrderState, type ResponseOf } from '@eyrie/domain';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { now } from '../../platform/clock.ts';
import { call } from '../../platform/http.ts';
import { serverMoment } from '../../platform/server-time.ts';

const dayMs = 86_400_000;
/** ms: others move orders too. */
const renewEvery = 30_000;

export const lengths = [7, 30, 90, 365] as const;
export type Situation = ResponseOf<typeof workOrderCalls.distribution>;

/** What is asked, as it stands in the address. */
export interface Asked {
  days: (typeof lengths)[number];
  keyword: string;
  state: OrderState | null;
  mine: boolean;
  /** The department whose orders are shown alone. */
  groupOID: string | null;
  /** The order that is chosen. */
  order: string | null;
  /** Only those that came so many days ago at most, and at least. */
  oldest: number | null;
  youngest: number | null;
}

const numberIn = (value: string | null): number | null =>
  value !== null && /^\d{1,4}$/.test(value) ? Number(value) : null;

const read = (address: URLSearchParams): Asked => ({
  days: lengths.find((one) => String(one) === address.get('days')) ?? 90,
  keyword: address.get('keyword') ?? '',
  state: orderStates.find((one) => one === address.get('state')) ?? null,
  mine: address.get('mine') === 'true',
  groupOID: address.get('groupOID'),
  order: address.get('order'),
  oldest: numberIn(address.get('oldest')),
  youngest: numberIn(address.get('youngest')),
});

export const useAsked = (): [Asked, (part: Partial<Asked>) => void] => {
  const [address, setAddress] = useSearchParams();
  const set = (part: Partial<Asked>): void =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(part))
          if (value === null || value === '' || value === false) next.delete(name);
          else next.set(name, String(value));
        return next;
      },
      { replace: true },
    );
  return [read(address), set];
};

/** The orders of a period and how departments stand. */
export const useSituation = ({ days, keyword, state, mine }: Asked): UseQueryResult<Situation> =>
  useQuery({
    queryKey: ['workOrder', 'distribution', days, keyword, state, mine],
    queryFn: ({ signal }) =>
      call(
        workOrderCalls.distribution,
        {
          from: serverMoment(now()) - days * dayMs,
          ...(keyword ? { keyword } : {}),
          ...(state ? { state } : {}),
          ...(mine ? { mine } : {}),
        },
        { signal, toast: false },
      ),
    refetchInterval: renewEvery,
    placeholderData: (before) => before,
  });
