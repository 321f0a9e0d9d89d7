import type { DockLink } from '../../modules/dock/index.ts';

/** The docks of this gateway, by their id and by every serial number that speaks for them. */
export const createLinkTable = () => {
  const links = new Map<string, DockLink>();
  const bySn = new Map<string, DockLink>();
  const forgetSns = (link: DockLink, keep: (sn: string) => boolean): void => {
    for (const [sn, other] of bySn) if (other === link && !keep(sn)) bySn.delete(sn);
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
      forgetSns(link, (sn) => sn === link.dock.sn || sn === link.dock.droneSn);
      if (link.dock.droneSn) bySn.set(link.dock.droneSn, link);
    },
    remove(link: DockLink): void {
      links.delete(link.dock.oid);
      forgetSns(link, () => false);
    },
  };
};
export type LinkTable = ReturnType<typeof createLinkTable>;
