/**
 * What a room says of itself in its `<word>.room.ts`: it exports any of `pages`, `actions`, `refusals`, `notifications`
 * and `limits`. They are exports of their own, so that a page of the console loads only those that it reads.
 */

/** Headings under which pages stand when rights are granted, in this order. */
export const permissionGroups = ['watch', 'fly', 'zones', 'devices', 'organisation', 'settings'] as const;
export type PermissionGroup = (typeof permissionGroups)[number];

/** Pages by their address. Each is a right of its own. */
export type RoomPages = Readonly<
  Record<
    `/${string}`,
    {
      group: PermissionGroup;
      /** Has no entry in the menu. */
      hidden?: true;
    }
  >
>;

/** Rights of the form `noun:verb`. */
export type RoomActions = Readonly<
  Record<
    `${string}:${string}`,
    {
      /** The page on which the action is taken. */
      page: `/${string}`;
      /** The inspection app has it, so a role of that app may grant it. */
      inspection?: true;
    }
  >
>;

/** Status of the answer by the reason of the refusal. Its text is the phrase `refusal.<reason>`. */
export type RoomRefusals = Readonly<Record<string, number>>;

export const notificationLevels = ['info', 'attention', 'alarm'] as const;
export type NotificationLevel = (typeof notificationLevels)[number];
export type NotificationValues = Readonly<Record<string, string | number>>;

export interface NotificationRule {
  level: NotificationLevel;
  /** Concerns the safety of a flight or a dock: nobody can silence it. */
  safety: boolean;
  /** Page of the thing, behind the hash; null where there is none. */
  link: string | null | ((values: NotificationValues) => string | null);
}
/** Every notification of the room. The words are phrases `notification.<kind>` with the values as arguments. */
export type RoomNotifications = Readonly<Record<string, NotificationRule>>;

/** The monitor of the dock that a notification names. */
export const dockMonitor = ({ dockOID }: NotificationValues): string | null =>
  dockOID === undefined ? null : `/PortMonitorSee?oid=${encodeURIComponent(dockOID)}`;
