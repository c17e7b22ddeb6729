/** Members of elements as they stand in the file: whatever was written there, of whatever type. */

import type { Json } from "../document.ts";

export type JsonObject = { readonly [member: string]: Json };

export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** A text; empty where there is none. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The texts of a list; what is none is left out. */
export function textsOf(value: Json | undefined): readonly string[] {
  return listOf(value).filter((each): each is string => typeof each === "string");
}
