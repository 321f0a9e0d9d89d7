import { queryClient } from './query.ts';
import { refreshRights } from './session.ts';
import { setViewedRole, type ViewedRole } from './viewed-role.ts';

/** Everything that was read with other rights is asked for again. */
const changeView = async (role: ViewedRole | null): Promise<void> => {
  setViewedRole(role);
  await refreshRights();
  queryClient.clear();
};

/** From here on this tab shows what a holder of the role would see. Rejects, and shows the own view, when it may not. */
export const startViewing = async (role: ViewedRole): Promise<void> => {
  try {
    await changeView(role);
  } catch (error) {
    await changeView(null);
    throw error;
  }
};

/** Back to the member's own rights. */
export const stopViewing = (): Promise<void> => changeView(null);
