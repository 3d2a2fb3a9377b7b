/** `modifiedFromDate` and the like: names for workflows, not for people. */
export const RAW_NAME = /\b[a-z]{2,}[A-Z]\w*/;
