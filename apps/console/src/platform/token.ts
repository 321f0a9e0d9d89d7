/** The session's token lives in memory only: a reload finds the session again by its cookie. */
let token: string | null = null;

export const currentToken = (): string | null => token;
export const setToken = (next: string | null): void => {
  token = next;
};
