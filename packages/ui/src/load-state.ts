/** What a request has brought so far, as the library for server state tells it. */
export interface Answer {
  data: unknown;
  /** Why the last attempts were given up. */
  error: unknown;
  /** Why the attempt before this one failed; null at the first. */
  failureReason: unknown;
  /** Epoch ms; 0 for never. */
  dataUpdatedAt: number;
  errorUpdatedAt: number;
  isFetching: boolean;
  /** The data are those of another request, shown until its own are here. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface Failure {
  /** Null while it is asked again and the new attempt has not failed yet. */
  error: unknown;
  asking: boolean;
  retry: () => void;
}

/** What a reader may believe of what is shown. An empty list is `current`: the server said that there is nothing. */
export type LoadState =
  | { kind: 'loading' }
  | { kind: 'current' }
  | ({ kind: 'failed' } & Failure)
  /** Data are there, of the epoch ms `since`; they could not be renewed. */
  | ({ kind: 'stale'; since: number } & Failure);

export const currentLoad: LoadState = { kind: 'current' };

const stateOf = (answer: Answer): LoadState => {
  const { error, failureReason, dataUpdatedAt, errorUpdatedAt, isFetching } = answer;
  const failure: Failure = {
    error: failureReason ?? error,
    asking: isFetching,
    retry: () => void answer.refetch(),
  };
  if (answer.data === undefined || answer.isPlaceholderData)
    // Further attempts may be on their way; that nothing came so far is said at the first failure.
    return failure.error !== null || errorUpdatedAt > 0
      ? { kind: 'failed', ...failure }
      : { kind: 'loading' };
  return errorUpdatedAt > dataUpdatedAt ? { kind: 'stale', since: dataUpdatedAt, ...failure } : currentLoad;
};

/** State of what needs all of these answers. Trying again asks for each that failed. */
export const loadStateOf = (...answers: readonly Answer[]): LoadState => {
  const states = answers.map(stateOf);
  const failures = states.filter((state) => state.kind === 'failed' || state.kind === 'stale');
  const joined: Failure = {
    error: failures.find(({ error }) => error !== null)?.error ?? null,
    asking: failures.some(({ asking }) => asking),
    retry: () => {
      for (const { retry } of failures) retry();
    },
  };
  if (failures.some(({ kind }) => kind === 'failed')) return { kind: 'failed', ...joined };
  if (states.some(({ kind }) => kind === 'loading')) return { kind: 'loading' };
  const times = failures.flatMap((state) => (state.kind === 'stale' ? state.since : []));
  return times.length > 0 ? { kind: 'stale', since: Math.min(...times), ...joined } : currentLoad;
};
