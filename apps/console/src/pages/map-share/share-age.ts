import { limits, type SharedView } from '@eyrie/domain';

/** What was answered, as old as it is by now: a page that is not answered any more must not show it as new. */
export const agedBy = (view: SharedView, ms: number): SharedView => ({
  ...view,
  docks: view.docks.map((dock) => {
    const ageMs = dock.ageMs === null ? null : dock.ageMs + ms;
    return { ...dock, ageMs, online: dock.online && ageMs !== null && ageMs < limits.dock.offlineAfter };
  }),
  drones: view.drones.map((drone) => ({ ...drone, ageMs: drone.ageMs + ms })),
});
