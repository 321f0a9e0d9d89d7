/** The page that says what is missing. */
export const forbidden = {
  'forbidden.title': '您没有访问此页面的权限',
  'forbidden.noRoleTitle': '您还没有角色',
  'forbidden.noRole': '您的账号可以登录，但还没有任何角色可以打开页面。',
  'forbidden.noRoleWho': '{organisation}的组织管理员可以在角色管理中为您分配角色；分配后无需重新登录。',
  'forbidden.missing': '缺少的权限',
  'forbidden.address': '访问地址',
  'forbidden.who': '谁可以授权',
  'forbidden.whoText': '{organisation}的组织管理员可以在角色管理中授予您此权限。',
  'forbidden.signedInAs': '当前账号',
  'forbidden.back': '返回首页',
} as const;
