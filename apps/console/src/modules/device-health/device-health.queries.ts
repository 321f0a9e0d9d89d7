import {
  deviceMessageCalls,
  flightErrorCalls,
  deviceHealthCalls,
  type ErrorRecord,
  type HealthRecord,
  type MessageDetail,
  type MessageRecord,
  type RequestOf,
} from '@eyrie/domain';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

export interface LogPage<Row> {
  list: Row[];
  total: number;
}
export type LogKind = 'alarms' | 'exceptions' | 'messages';

/** How often it is asked whether something new came. Milliseconds. */
const askEvery = 5_000;

type Ask<Filters, Row> = (request: Filters, signal: AbortSignal) => Promise<LogPage<Row>>;

const logQuery = <Filters extends { pageNum?: number | undefined; from?: number | undefined }, Row>(
  kind: LogKind,
  ask: Ask<Filters, Row>,
) => ({
  useRows: (filters: Filters) =>
    useQuery({
      queryKey: ['deviceHealth', kind, 'rows', filters],
      queryFn: ({ signal }) => ask(filters, signal),
      placeholderData: keepPreviousData,
      // An empty list has nothing that could jump.
      refetchInterval: ({ state }) => (state.data?.total === 0 ? askEvery : false),
    }),
  /** How many rows came since the newest one shown; the list itself stays as it is read. */
  useArrived: (filters: Filters, newest: number | null) =>
    useQuery({
      queryKey: ['deviceHealth', kind, 'arrived', filters, newest],
      queryFn: async ({ signal }) => {
        const since = {
          ...filters,
          pageNum: 1,
          pageSize: 1,
          from: Math.max((newest ?? 0) + 1, filters.from ?? 0),
        };
        return (await ask(since, signal)).total;
      },
      enabled: newest !== null,
      refetchInterval: askEvery,
    }),
});

export type AlarmFilters = RequestOf<typeof deviceHealthCalls.query>;
export type ExceptionFilters = RequestOf<typeof flightErrorCalls.query>;
export type MessageFilters = RequestOf<typeof deviceMessageCalls.query>;

export const alarmLog = logQuery<AlarmFilters, HealthRecord>('alarms', (request, signal) =>
  call(deviceHealthCalls.query, request, { signal }),
);
export const exceptionLog = logQuery<ExceptionFilters, ErrorRecord>('exceptions', (request, signal) =>
  call(flightErrorCalls.query, request, { signal }),
);
export const messageLog = logQuery<MessageFilters, MessageRecord>('messages', (request, signal) =>
  call(deviceMessageCalls.query, request, { signal }),
);

export const useAlarm = (oid: string | null) =>
  useQuery({
    queryKey: ['deviceHealth', 'alarms', 'one', oid],
    queryFn: ({ signal }) => call(deviceHealthCalls.get, { oid: oid ?? '' }, { signal }),
    enabled: oid !== null,
    refetchInterval: askEvery,
  });
export const useException = (oid: string | null) =>
  useQuery({
    queryKey: ['deviceHealth', 'exceptions', 'one', oid],
    queryFn: ({ signal }) => call(flightErrorCalls.get, { oid: oid ?? '' }, { signal }),
    enabled: oid !== null,
  });
export const useMessage = (oid: string | null) =>
  useQuery<MessageDetail>({
    queryKey: ['deviceHealth', 'messages', 'one', oid],
    queryFn: ({ signal }) => call(deviceMessageCalls.get, { oid: oid ?? '' }, { signal }),
    enabled: oid !== null,
  });

const handled = { alarms: deviceHealthCalls, exceptions: flightErrorCalls } as const;
export type HandledKind = keyof typeof handled;

/** Writing the handling note, and hiding. */
export const useHandling = (kind: HandledKind) => {
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ queryKey: ['deviceHealth', kind] });
  const note = useMutation({
    mutationFn: async (request: { oid: string; note: string }) =>
      void (await call(handled[kind].edit, request)),
    onSuccess: again,
  });
  const hide = useMutation({
    mutationFn: async (oids: string[]) => void (await call(handled[kind].remove, { oids })),
    // The record itself is gone: asking for it again would be refused.
    onSuccess: () => void client.invalidateQueries({ queryKey: ['deviceHealth', kind, 'rows'] }),
  });
  return { note, hide };
};
/** The calls behind the buttons of a handled row. */
export const handlingCalls = handled;
