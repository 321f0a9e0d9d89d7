/** Members of an organisation. */
export const member = {
  'member.title': '成员',
} as const;
