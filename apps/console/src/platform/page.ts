import type { Resource } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { IconName } from '@eyrie/ui';
import type { ComponentType } from 'react';

/** What a page says of itself in its `page.ts`, which loads nothing of the page. */
export interface Page {
  /** Address behind the hash. */
  path: string;
  /** What a member needs to open it; null: any session. */
  resource: Resource | null;
  /** main: inside menu, header and tab bar. headed: alone in the window, below a header. standalone: alone. */
  layout: 'main' | 'headed' | 'standalone';
  titleId: PhraseId;
  /** In the menu. */
  icon?: IconName;
  /** Stands alone in its own window, so that a map can lie on a second display. */
  opensWindow?: true;
  load: () => Promise<{ default: ComponentType }>;
  /** Begins with a map, whose engine the page itself fetches only when it stands. */
  showsMap?: true;
}
