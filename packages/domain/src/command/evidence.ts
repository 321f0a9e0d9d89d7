/**
 * What an order of a method amounts to at the aircraft. Hover and the end of a flight are carried out in different ways,
 * by what the aircraft did when they were given.
 */
export const orderForms = [
  'start',
  'undo',
  'pause',
  'resume',
  'returnHome',
  'cancelReturn',
  'stopFlyTo',
  'live',
  'setting',
  'openOrder',
  'consent',
  'dockState',
] as const;
export type OrderForm = (typeof orderForms)[number];

/** What can be seen of an order in the state and progress of a dock. */
export const signs = [
  /** The dock tells progress of this very flight: running, and done once its aircraft is in the air. */
  'ownProgress',
  /** Nothing of this flight is under way any more. */
  'flightClosed',
  /** The dock's last word for this very flight is that it was cancelled. */
  'flightCancelled',
  /** The route is paused; where none is flown, the aircraft stands still in two states running. */
  'pausedOrStill',
  /** The route ran when it was sent, and was then paused by a person: the dock names the cause. */
  'pausedByPerson',
  /** The route runs. */
  'routeRuns',
  /** The route was paused when it was sent, and then flies on. */
  'routeResumed',
  /** The aircraft is on its way home. */
  'returning',
  /**
   * The aircraft was not on its way home when it was sent, and then is; the dock names a person as the cause, or the
   * aircraft no cause of its own and its route was not at its end.
   */
  'returnBegun',
  /** The aircraft flies and is not on its way home. */
  'notReturning',
  /** The aircraft was on its way home, then is not, and names the cancelling as the cause. */
  'returnCancelled',
  /** The aircraft stands still in two states running. */
  'standsStill',
] as const;
export type Sign = (typeof signs)[number];

/**
 * What confirms an order by observation. An order that the device acknowledged has arrived: the state that it asks for
 * confirms it. One without an answer is confirmed by what that order alone causes; null: by nothing, it stays unknown.
 */
export const evidence: Readonly<Record<OrderForm, { answered: Sign | null; unanswered: Sign | null }>> = {
  start: { answered: 'ownProgress', unanswered: 'ownProgress' },
  undo: { answered: 'flightClosed', unanswered: 'flightCancelled' },
  pause: { answered: 'pausedOrStill', unanswered: 'pausedByPerson' },
  resume: { answered: 'routeRuns', unanswered: 'routeResumed' },
  returnHome: { answered: 'returning', unanswered: 'returnBegun' },
  cancelReturn: { answered: 'notReturning', unanswered: 'returnCancelled' },
  stopFlyTo: { answered: 'standsStill', unanswered: null },
  // Their acknowledgement is their success.
  live: { answered: null, unanswered: null },
  // Its plan compares what the device holds with what was asked for.
  setting: { answered: null, unanswered: null },
  // Its device reports progress under the order's own id.
  openOrder: { answered: null, unanswered: null },
  // Its plan reads what the dock shows of itself.
  dockState: { answered: null, unanswered: null },
  // Its plan reads what the pilot answered.
  consent: { answered: null, unanswered: null },
};
