import type { DockLink } from '../../modules/dock/index.ts';

/** The docks of this gateway, by their id and by every serial number that speaks for them. */
export const createLinkTable = () => {
  const links = new Map<string, DockLink>();
  const bySn = new Map<string, DockLink>();
  /** The aircraft under which each dock is found. */
  const drones = new Map<DockLink, string>();
  const forgetDrone = (link: DockLink): void => {
    const sn = drones.get(link);
    drones.delete(link);
    // Another dock may have it by now.
    if (sn !== undefined && bySn.get(sn) === link) bySn.delete(sn);
  };
  return {
    find: (dockOID: string): DockLink | null => links.get(dockOID) ?? null,
    ofSn: (sn: string): DockLink | null => bySn.get(sn) ?? null,
    all: (): DockLink[] => [...links.values()],
    add(link: DockLink): void {
      links.set(link.dock.oid, link);
      bySn.set(link.dock.sn, link);
    },
    /** The aircraft behind the dock is this one from now on, or none. */
    setDrone(link: DockLink): void {
      forgetDrone(link);
      if (!link.dock.droneSn) return;
      drones.set(link, link.dock.droneSn);
      bySn.set(link.dock.droneSn, link);
    },
    remove(link: DockLink): void {
      links.delete(link.dock.oid);
      forgetDrone(link);
      if (bySn.get(link.dock.sn) === link) bySn.delete(link.dock.sn);
    },
  };
};
export type LinkTable = ReturnType<typeof createLinkTable>;
