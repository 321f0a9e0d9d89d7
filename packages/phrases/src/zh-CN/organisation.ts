/** What an organisation decides for itself. */
export const organisation = {
  'organisation.title': '组织',
} as const;
