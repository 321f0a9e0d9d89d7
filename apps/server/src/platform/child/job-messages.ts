/** What a server and its process for jobs say to each other. */
export interface ToJobs<Order> {
  order: Order;
}
export type FromJobs<Result> =
  | { kind: 'ready' }
  | { kind: 'done'; result: Result }
  | { kind: 'failed'; why: string }
  /** It has taken more than it may. */
  | { kind: 'over'; of: 'time' | 'memory' };
