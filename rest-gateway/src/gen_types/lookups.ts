type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals["DEFAULT_SCHEMA"]

type SchemaOption = { schema: keyof DatabaseWithoutInternals }

/** The schema that an option names; the default one for a plain name. */
type SchemaOf<NameOrOptions> = NameOrOptions extends {
  schema: infer Name extends keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[Name]
  : DefaultSchema

type Relations<Schema> = Schema extends { Tables: infer T; Views: infer V }
  ? T & V
  : never

type Kind<Schema, Name extends string> = Schema extends { [K in Name]: infer T }
  ? T
  : never

/** The names that follow an option; none follow a plain name. */
type NameIn<NameOrOptions, Objects> = NameOrOptions extends SchemaOption
  ? keyof Objects
  : never

/** The object that is named, directly or in the schema of an option. */
type Named<NameOrOptions, Name, Objects> = NameOrOptions extends SchemaOption
  ? Objects[Name & keyof Objects]
  : Objects[NameOrOptions & keyof Objects]

type Member<Relation, Name extends string> = Relation extends {
  [K in Name]: infer T
}
  ? T
  : never

export type Tables<
  NameOrOptions extends keyof Relations<DefaultSchema> | SchemaOption,
  Name extends NameIn<NameOrOptions, Relations<SchemaOf<NameOrOptions>>> = never,
> = Member<
  Named<NameOrOptions, Name, Relations<SchemaOf<NameOrOptions>>>,
  "Row"
>

export type TablesInsert<
  NameOrOptions extends keyof DefaultSchema["Tables"] | SchemaOption,
  Name extends NameIn<
    NameOrOptions,
    Kind<SchemaOf<NameOrOptions>, "Tables">
  > = never,
> = Member<
  Named<NameOrOptions, Name, Kind<SchemaOf<NameOrOptions>, "Tables">>,
  "Insert"
>

export type TablesUpdate<
  NameOrOptions extends keyof DefaultSchema["Tables"] | SchemaOption,
  Name extends NameIn<
    NameOrOptions,
    Kind<SchemaOf<NameOrOptions>, "Tables">
  > = never,
> = Member<
  Named<NameOrOptions, Name, Kind<SchemaOf<NameOrOptions>, "Tables">>,
  "Update"
>

export type Enums<
  NameOrOptions extends keyof DefaultSchema["Enums"] | SchemaOption,
  Name extends NameIn<
    NameOrOptions,
    Kind<SchemaOf<NameOrOptions>, "Enums">
  > = never,
> = Named<NameOrOptions, Name, Kind<SchemaOf<NameOrOptions>, "Enums">>

export type CompositeTypes<
  NameOrOptions extends keyof DefaultSchema["CompositeTypes"] | SchemaOption,
  Name extends NameIn<
    NameOrOptions,
    Kind<SchemaOf<NameOrOptions>, "CompositeTypes">
  > = never,
> = Named<NameOrOptions, Name, Kind<SchemaOf<NameOrOptions>, "CompositeTypes">>
