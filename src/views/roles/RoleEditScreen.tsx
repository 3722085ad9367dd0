const RoleEditScreen = () => null

export default RoleEditScreen
